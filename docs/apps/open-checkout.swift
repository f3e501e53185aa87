import StoreKit
import UIKit

/// Leads to the checkout under Apple's rules; `linkWith` is `checkoutLink` with the page and the user's part.
/// `programme`: see the table of parameters. `tokenType`: SERVICES in the EU; LINK_OUT in Brazil (iOS 26.5) and Japan (26.4).
@MainActor
func openCheckout(programme: String, tokenType: String, linkWith: ([URLQueryItem]) -> URL?) async throws {
    var store = [
        URLQueryItem(name: "store", value: "apple"),
        URLQueryItem(name: "bundleId", value: Bundle.main.bundleIdentifier),
        URLQueryItem(name: "programme", value: programme),
        URLQueryItem(name: "link", value: "button"),
    ]
    let isEligible = await ExternalPurchaseCustomLink.isEligible
    if isEligible {
        // The system's notice, in the EU. Elsewhere the app shows one with Apple's words.
        guard case .continued = try await ExternalPurchaseCustomLink.showNotice(type: .browser) else { return }
        // A token is asked for before each sale, never stored in the app.
        let token = try await ExternalPurchaseCustomLink.token(for: tokenType)
        if let token {
            store.append(URLQueryItem(name: "externalPurchaseToken", value: token.value))
        }
    }
    guard let link = linkWith(store) else { return }
    await UIApplication.shared.open(link)
}
