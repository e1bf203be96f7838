import { describe } from "vitest";
import { desktop } from "#tests/support/browser.ts";
import { testScreensOn } from "./screens.ts";

describe("on a desktop", () => testScreensOn("desktop", desktop));
