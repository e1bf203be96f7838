import {
  type AdminContext,
  done,
  type Resolvers,
  type View,
} from "#devstore/admin-api/admin-context.ts";
import { gid } from "#devstore/admin-api/graphql/gid.ts";
import { uninstallApp } from "#devstore/sign-in/uninstall-app.ts";
import { appNumber } from "#devstore/state/metafield.ts";

export const appQueries: Resolvers = {
  app: (_args, context) => appView(context),
  currentAppInstallation: (_args, context) => installationView(context),
};

export const appMutations: Resolvers = {
  appUninstall: (_args, context) => {
    const app = appView(context);
    uninstallApp(context.devstore, context.shop);
    return done({ app });
  },
};

export function installationView(context: AdminContext): View {
  const { shop, views, devstore } = context;
  const id = shop.installation?.id ?? 0;
  return {
    __typename: "AppInstallation",
    id: gid("AppInstallation", id),
    accessScopes: (shop.installation?.scopes ?? []).map((handle) => ({
      __typename: "AccessScope",
      handle,
      description: handle.replaceAll("_", " "),
    })),
    app: appView(context),
    launchUrl: `https://${shop.domain}/admin/apps/${devstore.appConfig.handle}`,
    uninstallUrl: null,
    activeSubscriptions: [],
    ...views.metafieldFields("AppInstallation", id),
  };
}

function appView({ devstore }: AdminContext): View {
  const { appConfig } = devstore;
  return {
    __typename: "App",
    id: gid("App", appNumber),
    handle: appConfig.handle,
    title: appConfig.name,
    apiKey: appConfig.apiKey,
    embedded: true,
  };
}
