/** A fresh session token of the member of staff. @throws Error when the platform gives none. */
export async function sessionToken(staffId: number): Promise<string> {
  const answer = await fetch("/__dev/session-token", {
    method: "POST",
    body: JSON.stringify({ staff_id: staffId }),
  });
  if (!answer.ok) throw new Error(`no session token: ${answer.status}`);
  const { id_token: token } = (await answer.json()) as { id_token: string };
  return token;
}
