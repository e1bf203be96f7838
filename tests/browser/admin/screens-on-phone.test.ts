import { describe } from "vitest";
import { phone } from "#tests/support/browser.ts";
import { testScreensOn } from "./screens.ts";

describe("on a phone", () => testScreensOn("phone", phone));
