import { useBlocker } from "@remix-run/react";
import { useEffect } from "react";

const QUESTION = "Leave this page? What you have not saved is lost.";

/** While there are unsaved changes, another page of ours opens only when the merchant agrees to lose them. */
export function useLeaveGuard(dirty: boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    // Saved in the same moment, or thrown away while the admin was asking.
    if (!dirty) return blocker.proceed();
    const bar = window.shopify?.saveBar;
    // The admin answers only when the merchant wants to leave.
    if (bar) void bar.leaveConfirmation().then(() => blocker.proceed());
    else if (window.confirm(QUESTION)) blocker.proceed();
    else blocker.reset();
  }, [blocker, dirty]);
}
