import { expect, test } from "vitest";
import { clientRequestsPage } from "./client-requests-page.ts";

test("[RPC-36] the page of all client requests says what the surface table says", async () => {
  await expect(clientRequestsPage()).toMatchFileSnapshot("../../../docs/client-requests.md");
});
