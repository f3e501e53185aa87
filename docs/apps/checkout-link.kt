import java.net.URLEncoder
import javax.crypto.Mac
import javax.crypto.spec.SecretKeySpec

/** sid: the number of the app. time: when the link is made, in milliseconds since 1970. */
class AppUser(val uid: Long, val sid: Int, val time: Long)

/** The user's part of the link. On your server, never in the app: whoever has the key can be every user. */
fun signedUser(key: String, user: AppUser): Map<String, String> {
    val uid = user.uid.toString()
    val time = user.time.toString()
    val token = "$uid.$time." + sign(key, listOf("token", uid, time, ""))
    return linkedMapOf(
        "uid" to uid,
        "sid" to user.sid.toString(),
        "sign_timestamp" to time,
        "token" to token,
        "sign" to sign(key, listOf("link", uid, time, token))
    )
}

/** Before each field stands its length in bytes, so that no two lists of fields are the same text. */
fun sign(key: String, fields: List<String>): String {
    val text = (listOf("v2") + fields).joinToString("") { "${it.toByteArray().size}:$it" }
    val mac = Mac.getInstance("HmacSHA256")
    mac.init(SecretKeySpec(key.toByteArray(), "HmacSHA256"))
    return mac.doFinal(text.toByteArray()).joinToString("") { "%02x".format(it) }
}

/** The address that the app opens: a page of the site, the user's part, and what the store asks to be passed on. */
fun checkoutLink(page: String, user: Map<String, String>, store: Map<String, String>): String {
    val query = (user + store).map { (name, value) -> name + "=" + URLEncoder.encode(value, "UTF-8") }
    return page + (if ("?" in page) "&" else "?") + query.joinToString("&")
}
