import android.app.Activity
import android.net.Uri
import com.android.billingclient.api.BillingClient
import com.android.billingclient.api.BillingClient.BillingProgram
import com.android.billingclient.api.BillingClient.BillingResponseCode
import com.android.billingclient.api.BillingProgramReportingDetailsParams
import com.android.billingclient.api.LaunchExternalLinkParams

/**
 * Leads to the checkout under Google's programme in the US, with Play Billing 8.2.1 or later, connected and enabled for that programme.
 * `linkWith` is `checkoutLink` with the page and the user's part.
 */
fun openCheckout(billing: BillingClient, activity: Activity, linkWith: (Map<String, String>) -> String) {
    val wanted = BillingProgramReportingDetailsParams.newBuilder()
        .setBillingProgram(BillingProgram.EXTERNAL_CONTENT_LINK)
        .build()
    // Once for each time that somebody is led out, never stored.
    billing.createBillingProgramReportingDetailsAsync(wanted) { result, details ->
        val token = details?.externalTransactionToken
        if (result.responseCode == BillingResponseCode.OK && token != null) {
            val store = mapOf(
                "store" to "google",
                "programme" to "us_link",
                "link" to "button",
                "externalTransactionToken" to token
            )
            launch(billing, activity, linkWith(store))
        }
    }
}

/** Google shows its notice where it has to, and opens the browser. */
private fun launch(billing: BillingClient, activity: Activity, link: String) {
    val way = LaunchExternalLinkParams.newBuilder()
        .setBillingProgram(BillingProgram.EXTERNAL_CONTENT_LINK)
        .setLinkUri(Uri.parse(link))
        .setLinkType(LaunchExternalLinkParams.LinkType.LINK_TO_DIGITAL_CONTENT_OFFER)
        .setLaunchMode(LaunchExternalLinkParams.LaunchMode.LAUNCH_IN_EXTERNAL_BROWSER_OR_APP)
        .build()
    billing.launchExternalLink(activity, way) { }
}
