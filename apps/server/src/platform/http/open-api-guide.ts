import { openApi } from '@netward/contract'

export const tokenPath = openApi.openToken.path

/** Introduction above the endpoints at /api/docs. A test runs its examples as printed. */
export function openApiGuide(serverUrl: string): string {
  return `Every answer is \`{code, message, data}\`; code 0 is success, and the code is read before the HTTP status.
Send \`Accept-Language: zh-cn\` or \`en-us\`.

## Signing in as an application

Activate an application under *System settings, Applications*, choose its permissions and make a key. The key is
shown once. With the app ID and the key an application gets an access token (OAuth 2.0 client credentials, RFC 6749 §4.4),
good for an hour. It reaches one company, and what its permissions name.

\`\`\`sh
NETWARD=${serverUrl}
APP_ID=app-…
APP_KEY=nwk_…
DEVICE_ID=1
\`\`\`

\`\`\`sh
TOKEN=$(curl -sS -u "$APP_ID:$APP_KEY" -d grant_type=client_credentials "$NETWARD${tokenPath}" |
  sed -E 's/.*"access_token":"([^"]+)".*/\\1/')
\`\`\`

## Reading

\`\`\`sh
curl -sS "$NETWARD/api/v1/device/lists" -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" -d '{"presence": ["online"], "page": 1, "pageSize": 50}'
\`\`\`

## Changing something once

A POST with an \`Idempotency-Key\` of your own making is carried out once: when the answer was lost, send the same
request with the same key again, and you get the first one's answer. Answers are kept for 24 hours. The same key with
another request is refused with \`request.key_reused\`.

\`\`\`sh
curl -sS "$NETWARD/api/v1/device/batch/tag" -H "Authorization: Bearer $TOKEN" \\
  -H "Idempotency-Key: tag-2026-0001" \\
  -H "Content-Type: application/json" -d '{"deviceIds": ["'"$DEVICE_ID"'"], "add": ["from-erp"]}'
\`\`\`

## Limits

An application may make ten calls a second, and a hundred at once. Beyond that it is answered 429 with \`Retry-After\` in
seconds. Rotate a key in the console: the one before goes on for as long as you choose, 24 hours at first. A key that leaked
is revoked there, and its tokens end at once.`
}
