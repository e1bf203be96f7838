import { Link } from "@remix-run/react";
import type { AppProviderProps } from "@shopify/polaris";
import type { ComponentProps, ComponentType } from "react";

type LinkComponent = NonNullable<AppProviderProps["linkComponent"]>;
type LinkProps = LinkComponent extends ComponentType<infer Props> ? Props : never;

/** Links that Polaris draws, made by the router: pages change without a new document. */
export function PolarisLink({ url, external, ref: _ref, children, ...rest }: LinkProps) {
  if (external) {
    return (
      <a {...(rest as ComponentProps<"a">)} href={url} target="_blank" rel="noreferrer">
        {children}
      </a>
    );
  }
  return (
    <Link to={url} {...(rest as Partial<ComponentProps<typeof Link>>)}>
      {children}
    </Link>
  );
}
