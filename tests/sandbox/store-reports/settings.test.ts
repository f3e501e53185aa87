import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readSettingsFile } from "../../../payments/store-reports/stores/settings";
import { temporaryFolder } from "../running-sandbox";
import { appleSettings } from "./keys";

const GIVEN = { key_file: "AuthKey.p8", key_id: "ABC123DEFG", issuer_id: "issuer", bundle_id: "com.example.vpn" };

async function settingsFile(settings: object, key: string): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "AuthKey.p8"), key);
  const file = join(folder, "settings.json");
  await writeFile(file, JSON.stringify(settings));
  return file;
}

it("keys are read from files beside the settings, and a store that is not named is off", async () => {
  const { key } = await appleSettings("http://stores.test");
  const { apple, google } = readSettingsFile(await settingsFile({ apple: GIVEN }, key));
  expect(apple).toMatchObject({ key, key_id: "ABC123DEFG", url: "https://api.storekit.apple.com" });
  expect(google).toBeUndefined();
});

it.each([
  ["a field that is missing", { apple: { ...GIVEN, key_id: undefined } }, "apple.key_id"],
  ["a field that there is not", { apple: { ...GIVEN, secret: "hunter2" } }, "unrecognized_keys"],
  ["a file that is not there", { apple: { ...GIVEN, key_file: "none.p8" } }, "none.p8 cannot be read"],
  ["a file that is no key", { apple: GIVEN }, "is no private key in PEM"],
])("%s is told by its name, without what is in it", async (_what, settings, words) => {
  const file = await settingsFile(settings, "hunter2");
  expect(() => readSettingsFile(file)).toThrow(words);
  expect(() => readSettingsFile(file)).not.toThrow("hunter2");
});
