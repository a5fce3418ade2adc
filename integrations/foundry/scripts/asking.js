// The way to `hazard serve`: one request, with the token, and a limit of time.

export class HazardError extends Error {
  constructor(message, status, code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Ask for a suggestion; throws a HazardError with a sentence for the game master. */
export async function ask(request, { address, token, fetch = globalThis.fetch, patience = 30_000 }) {
  const url = `${address.replace(/\/+$/, "")}/fivee/foundry`;
  let response;
  try {
    response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(patience),
      credentials: "omit",
    });
  } catch (error) {
    throw new HazardError(String(error?.message ?? error), 0, "unreachable");
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new HazardError(answer.message ?? `HTTP ${response.status}`, response.status, answer.code);
  return answer;
}
