using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

public sealed class AppUser
{
    public long Uid { get; set; }
    /// <summary>The number of the app.</summary>
    public int Sid { get; set; }
    /// <summary>When the link is made: milliseconds since 1970.</summary>
    public long Time { get; set; }
}

public static class Checkout
{
    /// <summary>The user's part of the link. On your server, never in the app: whoever has the key can be every user.</summary>
    public static IReadOnlyDictionary<string, string> SignedUser(string key, AppUser user)
    {
        var uid = user.Uid.ToString();
        var time = user.Time.ToString();
        var token = $"{uid}.{time}." + Sign(key, "token", uid, time, "");
        return new Dictionary<string, string>
        {
            ["uid"] = uid,
            ["sid"] = user.Sid.ToString(),
            ["sign_timestamp"] = time,
            ["token"] = token,
            ["sign"] = Sign(key, "link", uid, time, token),
        };
    }

    /// <summary>Before each field stands its length in bytes, so that no two lists of fields are the same text.</summary>
    private static string Sign(string key, params string[] fields)
    {
        var text = string.Concat(new[] { "v2" }.Concat(fields).Select(f => $"{Encoding.UTF8.GetByteCount(f)}:{f}"));
        using (var hmac = new HMACSHA256(Encoding.UTF8.GetBytes(key)))
        {
            var code = hmac.ComputeHash(Encoding.UTF8.GetBytes(text));
            return BitConverter.ToString(code).Replace("-", "").ToLowerInvariant();
        }
    }

    /// <summary>The address that the app opens: a page of the site, the user's part, and what the store asks to be passed on.</summary>
    public static string CheckoutLink(
        string page, IEnumerable<KeyValuePair<string, string>> user, IEnumerable<KeyValuePair<string, string>> store)
    {
        var query = user.Concat(store).Select(p => p.Key + "=" + Uri.EscapeDataString(p.Value));
        return page + (page.Contains("?") ? "&" : "?") + string.Join("&", query);
    }
}
