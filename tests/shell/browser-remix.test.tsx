import { act, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { loadDocument } from "~/enhance/load-document";
import {
  isRouteErrorResponse,
  Meta,
  Outlet,
  RemixBrowser,
  useActionData,
  useLoaderData,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
  useRevalidator,
  useRouteError,
  useRouteLoaderData,
} from "~/shell/scripts/browser-remix";
import { REMIX_FUTURE } from "~/shell/scripts/remix-future";

vi.mock("~/enhance/load-document", () => ({ loadDocument: vi.fn() }));

const PLAN = "routes/plan";
const ANSWER = { status: 404, statusText: "", data: { title: "No such plan" } };

let answer: () => Response | Promise<Response>;
let asked: string[] = [];

beforeEach(() => {
  asked = [];
  history.replaceState(null, "", "/payment/yearly?o=1");
  vi.mocked(loadDocument).mockClear();
  vi.stubGlobal("fetch", async (address: URL) => {
    asked.push(address.pathname + address.search);
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, "", "/");
});

function Root({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <main aria-busy={useNavigation().state === "loading"}>
      <Meta />
      <p>{[pathname, ...useMatches().map(({ id }) => id)].join(" ")}</p>
      {children}
    </main>
  );
}

function Plan() {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const shown = [useLoaderData(), useActionData(), useRouteLoaderData("root")];
  if (shown[0] === "crash") throw new Error("boom");
  return (
    <>
      <input aria-label="E-mail" />
      <output>{JSON.stringify(shown)}</output>
      <button type="button" onClick={() => navigate("/payment/weekly")}>
        Weekly
      </button>
      <button type="button" onClick={revalidate}>
        Again
      </button>
    </>
  );
}

function Failed() {
  const error = useRouteError();
  return <p role="alert">{isRouteErrorResponse(error) ? "answer" : String(error)}</p>;
}

interface Given {
  actionData?: object;
  errors?: object;
}

/** Takes over a document with the yearly plan. */
function open({ actionData, errors }: Given = {}) {
  const loaderData = { root: "frame", [PLAN]: "yearly" };
  vi.stubGlobal("__remixContext", {
    state: { loaderData, actionData, errors },
    isSpaMode: false,
    future: REMIX_FUTURE,
  });
  vi.stubGlobal("__remixRouteModules", {
    root: { default: Outlet, Layout: Root, ErrorBoundary: Failed, meta: () => [{ title: "Root" }] },
    [PLAN]: { default: Plan, ErrorBoundary: Failed, meta: ({ data }: { data: unknown }) => [{ title: String(data) }] },
  });
  return render(<RemixBrowser />);
}

const shown = (): unknown => JSON.parse(screen.getByRole("status").textContent ?? "");
const press = (name: string) => act(async () => screen.getByRole("button", { name }).click());
const titles = () => [...document.querySelectorAll("title")].map(({ textContent }) => textContent);

it("shows what the document says", () => {
  open({ actionData: { [PLAN]: "mistakes" } });
  expect(shown()).toEqual(["yearly", "mistakes", "frame"]);
  expect(screen.getByText("/payment/yearly root routes/plan")).toBeTruthy();
  expect(titles()).toEqual(["yearly"]);
});

it("another plan takes its place, at its address, and what was entered stays", async () => {
  open({ actionData: { [PLAN]: "mistakes" } });
  const field = screen.getByLabelText<HTMLInputElement>("E-mail");
  field.value = "anna@example.com";
  answer = () => Response.json("weekly");
  await press("Weekly");
  expect(asked).toEqual(["/payment/weekly?_data=routes%2Fplan"]);
  expect(shown()).toEqual(["weekly", null, "frame"]);
  expect([location.pathname, ...titles()]).toEqual(["/payment/weekly", "weekly"]);
  expect(screen.getByLabelText<HTMLInputElement>("E-mail").value).toBe("anna@example.com");
});

it("says that it waits, and the newer of two choices wins", async () => {
  open();
  const answers: ((answer: Response) => void)[] = [];
  answer = () => new Promise((resolve) => answers.push(resolve));
  await press("Weekly");
  expect(screen.getByRole("main").getAttribute("aria-busy")).toBe("true");
  await press("Weekly");
  await act(async () => answers[1]?.(Response.json("second")));
  await act(async () => answers[0]?.(Response.json("first")));
  expect(shown()).toEqual(["second", null, "frame"]);
  expect(screen.getByRole("main").getAttribute("aria-busy")).toBe("false");
});

it("a step back loads the plan of that address again; a link to a place of the page loads nothing", async () => {
  open();
  answer = () => Response.json("weekly");
  await press("Weekly");
  answer = () => Response.json("yearly once more");
  history.replaceState(null, "", "/payment/yearly?o=1");
  await act(async () => dispatchEvent(new PopStateEvent("popstate")));
  expect(shown()).toEqual(["yearly once more", null, "frame"]);
  history.replaceState(null, "", "/payment/yearly?o=1#email");
  await act(async () => dispatchEvent(new PopStateEvent("popstate")));
  expect(asked).toHaveLength(2);
});

it.each<[string, () => Response | Promise<Response>, string]>([
  ["an error", () => Response.json({}, { status: 503 }), "/payment/weekly"],
  ["another page's answer", () => new Response("<h1>Hello</h1>"), "/payment/weekly"],
  ["no connection", () => Promise.reject(new TypeError("Failed to fetch")), "/payment/weekly"],
  [
    "a redirect",
    () => new Response(null, { status: 204, headers: { "X-Remix-Redirect": "/paysuc?o=1" } }),
    "/paysuc?o=1",
  ],
])("%s leads to a document, and the page stays until it is there", async (_, given, to) => {
  open();
  answer = given;
  await press("Weekly");
  expect(vi.mocked(loadDocument).mock.calls).toEqual([[to, { isReplacing: false }]]);
  expect(shown()).toEqual(["yearly", null, "frame"]);
});

it("loads its own data again without saying that it waits, and keeps a form's answer", async () => {
  open({ actionData: { [PLAN]: "mistakes" } });
  answer = () => Response.json("news");
  await press("Again");
  expect(asked).toEqual(["/payment/yearly?o=1&_data=routes%2Fplan"]);
  expect(shown()).toEqual(["news", "mistakes", "frame"]);
});

it.each([
  ["a part's error, inside of the page around it", { [PLAN]: ANSWER }, ["answer"]],
  ["a mistake in the code", { [PLAN]: "Error: boom" }, ["Error: boom"]],
  ["the error of the page around", { root: ANSWER }, ["answer"]],
])("shows %s", (_, errors, said) => {
  open({ errors });
  expect(screen.getAllByRole("alert").map(({ textContent }) => textContent)).toEqual(said);
  expect(screen.queryByRole("status")).toBeNull();
  expect(titles()).toEqual(["root" in errors ? "Root" : "yearly"]);
});

it("a part that cannot be drawn has the error screen, until another one comes", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const isExpected = (event: Event) => event.preventDefault();
  addEventListener("error", isExpected);
  onTestFinished(() => removeEventListener("error", isExpected));
  open();
  answer = () => Response.json("crash");
  await press("Weekly");
  expect(screen.getByRole("alert").textContent).toBe("Error: boom");
  answer = () => Response.json("yearly");
  history.replaceState(null, "", "/payment/yearly");
  await act(async () => dispatchEvent(new PopStateEvent("popstate")));
  expect(shown()).toEqual(["yearly", null, "frame"]);
  vi.restoreAllMocks();
});
