import { beforeEach, expect, it, vi } from "vitest";
import { type UserInfo, usePaid, userInfoFor, useUserInfo } from "~/visitor/identity/user-info";
import { makeProfile } from "../mocks/builders";
import { show } from "../shell/stage";

beforeEach(() => localStorage.clear());

const kept = () => JSON.parse(localStorage.getItem("userinfo") ?? "null");

function Page({ info, hasPaid = false }: { info: UserInfo | null | undefined; hasPaid?: boolean }) {
  useUserInfo(info);
  return hasPaid ? <Success /> : null;
}

function Success() {
  usePaid();
  return null;
}

const memberInfo = (profile = {}) => userInfoFor({ kind: "member", profile: makeProfile(profile) });

it("a member's browser keeps the account, and never the token", () => {
  show(<Page info={memberInfo({ vip: { remain_time: 60 } })} />);
  expect(kept()).toEqual({
    name: "member@example.com",
    avatar: "",
    password_set: 1,
    setPassword: false,
    paysuc: false,
    user_id: 42,
    vip: { remain_time: 60 },
  });
});

it.each([
  [undefined, 1, false],
  [1, 1, false],
  [0, 0, true],
])("is_password_set %s means password_set %i", (is_password_set, password_set, setPassword) => {
  expect(memberInfo({ is_password_set })).toMatchObject({ password_set, setPassword });
});

it("the success page notes that the visitor has paid, with an account or without", () => {
  show(<Page info={memberInfo()} hasPaid />);
  expect(kept()).toMatchObject({ user_id: 42, paysuc: true });
  localStorage.clear();
  show(<Page info={null} hasPaid />);
  expect(kept()).toEqual({ paysuc: true });
});

it("that they have paid stays while the account comes and goes", () => {
  show(<Page info={null} hasPaid />);
  show(<Page info={memberInfo()} />);
  expect(kept()).toMatchObject({ user_id: 42, paysuc: true });
  show(<Page info={null} />);
  expect(kept()).toEqual({ paysuc: true });
});

it("whoever is signed out leaves nothing behind", () => {
  show(<Page info={memberInfo()} />);
  show(<Page info={userInfoFor({ kind: "over" })} />);
  expect(kept()).toEqual({ paysuc: false });
});

it.each(["unknown", "loggedOut"] as const)("while the account is %s, what is kept stays", (kind) => {
  show(<Page info={memberInfo()} />);
  show(<Page info={userInfoFor({ kind })} />);
  expect(kept()).toMatchObject({ user_id: 42 });
});

it("somebody who was never signed in leaves nothing in the browser", () => {
  show(<Page info={null} />);
  expect(localStorage.getItem("userinfo")).toBeNull();
});

it.each(["", "{", "7", "null"])("what is kept under the key but is no account (%j) is replaced", (text) => {
  localStorage.setItem("userinfo", text);
  show(<Page info={memberInfo()} />);
  expect(kept()).toMatchObject({ user_id: 42 });
});

it("a browser that keeps nothing shows the page all the same", () => {
  const refuse = () => {
    throw new DOMException("denied", "SecurityError");
  };
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(refuse);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(refuse);
  expect(() => show(<Page info={memberInfo()} hasPaid />)).not.toThrow();
  vi.restoreAllMocks();
});
