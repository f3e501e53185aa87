import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { missingPictures } from "../../host/start/brand-pictures";

it("a picture that a brand names and that is not there is told with the brand's file", () => {
  const root = mkdtempSync(join(tmpdir(), "brands-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const folder of ["app/visitor/brand", "public/brands"]) mkdirSync(join(root, folder), { recursive: true });
  const brand = { appName: "Seven VPN", brandImage: "/brands/seven.svg", logo: "/brands/seven-logo.png" };
  writeFileSync(join(root, "app/visitor/brand/7.json"), JSON.stringify(brand));
  writeFileSync(join(root, "public/brands/seven.svg"), "<svg/>");
  expect(missingPictures(root)).toEqual([
    "app/visitor/brand/7.json names the picture public/brands/seven-logo.png, which is not there",
  ]);
});

it("the brands of this project have all of theirs", () => {
  expect(missingPictures(resolve(import.meta.dirname, "../.."))).toEqual([]);
});
