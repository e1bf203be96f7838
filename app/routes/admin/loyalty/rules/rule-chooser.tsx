import { Link } from "@remix-run/react";
import { Card, Page, Text } from "@shopify/polaris";
import { RULE_TYPES_TO_CHOOSE, ruleFormOf } from "./rule-types/rule-type-forms.ts";
import { RULES } from "./status-words.ts";

/** The sixteen types, each with what it does in one sentence. */
export function RuleChooser() {
  return (
    <Page
      title="New rule"
      subtitle="What should customers be rewarded for?"
      backAction={{ content: "Rules", url: RULES }}
    >
      <Card padding="0">
        <ul className="pn-list">
          {RULE_TYPES_TO_CHOOSE.map((type) => (
            <li key={type} className="pn-pick">
              <Link to={`${RULES}/new?type=${type}`}>{ruleFormOf(type).name}</Link>
              <Text as="p" tone="subdued">
                {ruleFormOf(type).hint}
              </Text>
            </li>
          ))}
        </ul>
      </Card>
    </Page>
  );
}
