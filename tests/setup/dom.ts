import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach } from "vitest";
import { resizeTo } from "../enhance/viewport";

configure({ asyncUtilTimeout: 60_000 });

beforeEach(() => resizeTo(1280));
afterEach(cleanup);
