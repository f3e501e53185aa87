import CryptoKit // On a server without it: import Crypto, of swift-crypto.
import Foundation

struct AppUser {
    let uid: Int
    /// The number of the app.
    let sid: Int
    /// When the link is made: milliseconds since 1970.
    let time: Int64
}

/// The user's part of the link. On your server, never in the app: whoever has the key can be every user.
func signedUser(key: String, user: AppUser) -> [URLQueryItem] {
    let uid = String(user.uid)
    let time = String(user.time)
    let token = "\(uid).\(time)." + sign(key: key, fields: ["token", uid, time, ""])
    return [
        URLQueryItem(name: "uid", value: uid),
        URLQueryItem(name: "sid", value: String(user.sid)),
        URLQueryItem(name: "sign_timestamp", value: time),
        URLQueryItem(name: "token", value: token),
        URLQueryItem(name: "sign", value: sign(key: key, fields: ["link", uid, time, token])),
    ]
}

/// Before each field stands its length in bytes, so that no two lists of fields are the same text.
func sign(key: String, fields: [String]) -> String {
    let text = (["v2"] + fields).map { "\($0.utf8.count):\($0)" }.joined()
    let code = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: Data(key.utf8)))
    return code.map { String(format: "%02x", $0) }.joined()
}

/// The address that the app opens: a page of the site, the user's part, and what the store asks to be passed on.
func checkoutLink(page: String, user: [URLQueryItem], store: [URLQueryItem]) -> URL? {
    var link = URLComponents(string: page)
    link?.queryItems = (link?.queryItems ?? []) + user + store
    // Left as it is, a plus would be read as a space.
    link?.percentEncodedQuery = link?.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
    return link?.url
}
