import type {
  AcsRequest,
  CpeMessage,
  CwmpHeader,
  Envelope,
  Inform,
  KnownMessage,
  Message,
  TransferComplete,
} from '@netward/cwmp'
import { CwmpParseError, decodeEnvelope, emptyHeader, encodeEnvelope } from '@netward/cwmp'
import type { AcsConnection } from './acs-connection.ts'
import { SessionFailure } from './acs-connection.ts'

export interface CpeSessionInput {
  connection: AcsConnection
  namespace: string
  /** Content of SupportedCWMPVersions; empty for gateways older than CWMP 1.3. */
  versions: readonly string[]
  inform: Inform
  /** Transfers whose completion is not yet reported. */
  transfers: readonly TransferComplete[]
  /** Every array claims size 0. */
  wrongArraySizes: boolean
  answer(request: AcsRequest): CpeMessage
  /** The ACS received the Inform: its events are delivered. */
  onInformed(): void
  onTransferReported(transfer: TransferComplete): void
}

const maxPosts = 5000

function isRequest(message: Message): message is AcsRequest {
  return message.method !== 'Unknown' && message.method !== 'Fault' && !message.method.endsWith('Response')
}

/** One session from the CPE side, TR-069 3.7.1.3. Throws SessionFailure unless it ends with 204. */
export async function runCpeSession(input: CpeSessionInput): Promise<void> {
  const { connection } = input
  let number = 0

  const encoded = (envelope: Envelope<KnownMessage>) => {
    const text = encodeEnvelope(envelope)
    return input.wrongArraySizes ? text.replaceAll(/(arrayType="[\w:]+)\[\d+\]"/g, '$1[0]"') : text
  }

  const exchange = async (message: KnownMessage | null, header: Partial<CwmpHeader> = {}) => {
    if (++number > maxPosts) throw new SessionFailure('the session does not end')
    const body =
      message === null
        ? null
        : encoded({ namespace: input.namespace, header: { ...emptyHeader, ...header }, message })
    const { status, body: answer } = await connection.post(body)
    if (status === 204 || (status === 200 && answer.length === 0)) return null
    if (status !== 200) throw new SessionFailure(`the ACS answers ${status}`, status)
    try {
      return decodeEnvelope(answer)
    } catch (error) {
      throw error instanceof CwmpParseError ? new SessionFailure(`unreadable: ${error.message}`) : error
    }
  }

  /** A CPE request and its response, which carries the same id. */
  const call = async (message: KnownMessage, header: Partial<CwmpHeader> = {}) => {
    const id = String(number + 1)
    const answer = await exchange(message, { ...header, id })
    const expected = `${message.method}Response`
    if (answer?.message.method !== expected) {
      throw new SessionFailure(`${answer?.message.method ?? 'nothing'} instead of ${expected}`)
    }
    if (answer.header.id !== id) throw new SessionFailure('the answer has another id')
  }

  await call(input.inform, { supportedVersions: [...input.versions] })
  input.onInformed()
  for (const transfer of input.transfers) {
    await call(transfer)
    input.onTransferReported(transfer)
  }
  let next = await exchange(null)
  while (next !== null) {
    const { message, header } = next
    const answer: CpeMessage = isRequest(message)
      ? input.answer(message)
      : { method: 'Fault', code: '9000', text: 'Method not supported', parameters: [] }
    next = await exchange(answer, { id: header.id })
  }
}
