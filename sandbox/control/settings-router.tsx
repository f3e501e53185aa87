import { json, type Response, Router, urlencoded } from "express";
import { z } from "zod";
import type { Context } from "../../payments/context";
import { sendPage } from "../../payments/html/page";
import type { Tx } from "../../payments/store/database";
import { MessagePage } from "../html/document";
import { readSandboxSettings, sandboxSettingsSchema, settingTexts, writeSandboxSettings } from "../settings";
import { SettingsPage } from "./settings-page";

/** The settings. The form sets all of them, missing ones to their defaults; JSON changes only those it names. */
export function settingsRouter(context: Context): Router {
  const { db } = context;
  const router = Router();
  router.get("/control/settings", async (_request, response) =>
    sendPage(response, <SettingsPage settings={await readSandboxSettings(db)} />),
  );
  router.post("/control/settings", urlencoded({ extended: false, limit: "4kb" }), ({ body }, response) =>
    saveForm(context, body, response),
  );
  router.get("/control/settings.json", async (_request, response) => {
    response.json(settingTexts(await readSandboxSettings(db)));
  });
  router.post("/control/settings.json", json({ limit: "4kb" }), ({ body }, response) =>
    changeNamed(context, body, response),
  );
  return router;
}

async function saveForm({ db }: Context, body: unknown, response: Response): Promise<void> {
  const parsed = sandboxSettingsSchema.safeParse(body);
  if (!parsed.success)
    return sendPage(response, <MessagePage title="Not saved" text={z.prettifyError(parsed.error)} />, 422);
  await db.transaction().execute((tx) => writeSandboxSettings(tx, parsed.data));
  response.redirect(303, "/control/settings");
}

const named = z.partialRecord(z.keyof(sandboxSettingsSchema), z.union([z.string(), z.number()]));

async function changeNamed({ db }: Context, body: unknown, response: Response): Promise<void> {
  const changes = named.safeParse(body);
  const changed = changes.success ? await db.transaction().execute((tx) => changeSettings(tx, changes.data)) : changes;
  if (changed.success) response.json(settingTexts(changed.data));
  else response.status(422).json({ error: z.prettifyError(changed.error) });
}

async function changeSettings(tx: Tx, changes: z.output<typeof named>) {
  const changed = sandboxSettingsSchema.safeParse({ ...settingTexts(await readSandboxSettings(tx)), ...changes });
  if (changed.success) await writeSandboxSettings(tx, changed.data);
  return changed;
}
