import { html, raw } from "hono/html";
import type { BlockSetting } from "#storefront/liquid/block-schema.ts";
import type { SettingValue } from "#storefront/liquid/setting-types.ts";
import type { Html } from "../storefront-request.ts";

/** Labels of an extension may be keys of its words for merchants. */
export type MerchantWords = (text: string | undefined) => string;

/** The field of one setting as a theme editor shows it. */
export function settingField(
  setting: BlockSetting,
  value: SettingValue,
  words: MerchantWords,
  fieldId: string,
): Html {
  if (setting.type === "header") return html`<h3>${words(setting.content)}</h3>`;
  if (setting.type === "paragraph") return html`<p class="quiet">${words(setting.content)}</p>`;
  const name = `setting:${setting.id ?? ""}`;
  const hint = setting.info === undefined ? raw("") : html`<small>${words(setting.info)}</small>`;
  if (setting.type === "checkbox") {
    return html`<div class="field"><label class="check"><input type="checkbox" name="${name}"${flag("checked", value === true)}> ${words(setting.label)}</label>${hint}</div>`;
  }
  if (setting.type === "radio") {
    return html`<fieldset class="field"><legend>${words(setting.label)}</legend>${(
      setting.options ?? []
    ).map(
      (option) =>
        html`<label class="check"><input type="radio" name="${name}" value="${option.value}"${flag("checked", value === option.value)}> ${words(option.label)}</label>`,
    )}${hint}</fieldset>`;
  }
  return html`<div class="field"><label for="${fieldId}">${words(setting.label)}</label>
${input(setting, value, words, name, fieldId)}${hint}</div>`;
}

function input(
  setting: BlockSetting,
  value: SettingValue,
  words: MerchantWords,
  name: string,
  id: string,
): Html {
  const text = value === null ? "" : String(value);
  const placeholder = words(setting.placeholder);
  switch (setting.type) {
    case "select":
      return html`<select id="${id}" name="${name}">${(setting.options ?? []).map(
        (option) =>
          html`<option value="${option.value}"${flag("selected", option.value === text)}>${words(option.label)}</option>`,
      )}</select>`;
    case "range":
      return html`<span class="range"><input id="${id}" type="range" name="${name}" value="${text}" min="${setting.min}" max="${setting.max}" step="${setting.step ?? 1}"><output for="${id}">${text}</output>${words(setting.unit)}</span>`;
    case "number":
      return html`<input id="${id}" type="number" name="${name}" value="${text}" step="any">`;
    case "textarea":
    case "richtext":
    case "html":
    case "liquid":
      return html`<textarea id="${id}" name="${name}" rows="3" placeholder="${placeholder}">${text}</textarea>`;
    case "color":
      return html`<input id="${id}" type="text" name="${name}" value="${text}" placeholder="#rrggbb" pattern="#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})" class="color">`;
    default:
      return html`<input id="${id}" type="text" name="${name}" value="${text}" placeholder="${placeholder}">`;
  }
}

function flag(name: string, on: boolean): Html {
  return raw(on ? ` ${name}` : "");
}
