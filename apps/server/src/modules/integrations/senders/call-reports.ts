import { saidBy } from './sender.ts'
import type { Receipt } from './sms-receipt.ts'
import { receiptOfStatus } from './voice.ts'

/** What a vendor reports of one call. */
export interface CallReport {
  /** As `PlacedCall` has it. */
  readonly reference: string
  /** The first key that was pressed; null: none. */
  readonly key: string | null
  readonly receipt: Receipt | null
}

const most = 200

/**
 * Reads what a vendor posts. Alibaba Cloud: a list of VoiceReport (the end of a call) and VoiceCallReport (keys while it lasts).
 * Tencent Cloud: one object with one of voiceprompt_callback, voicekey_callback and voice_failure_callback. What cannot be read
 * is left out.
 */
export function readCallReports(provider: 'aliyun' | 'tencent', body: unknown): CallReport[] {
  const reports = Array.isArray(body) ? body.slice(0, most) : [body]
  return reports.flatMap((one) => {
    const report = recordOf(one)
    if (report === null) return []
    return provider === 'aliyun' ? readByAliyun(report) : readByTencent(report)
  })
}

type Report = Readonly<Record<string, unknown>>

function readByAliyun(report: Report): CallReport[] {
  const reference = text(report['out_id'])
  if (reference === '') return []
  const status = text(report['status_code'])
  return [
    {
      reference,
      key: firstKey(report['dtmf']),
      // Others are of a call that still lasts.
      receipt: /^2\d{5}$/.test(status) ? receiptOfStatus(status, text(report['status_msg'])) : null,
    },
  ]
}

function readByTencent(report: Report): CallReport[] {
  const ended = recordOf(report['voiceprompt_callback'])
  const pressed = recordOf(report['voicekey_callback'])
  const failed = recordOf(report['voice_failure_callback'])
  const reference = text((ended ?? pressed ?? failed)?.['callid'])
  if (reference === '') return []
  return [
    {
      reference,
      key: firstKey(pressed?.['keypress']),
      receipt:
        failed !== null
          ? {
              state: 'refused',
              code: saidBy(`${text(failed['failure_code'])} ${text(failed['failure_reason'])}`),
            }
          : ended !== null
            ? { state: text(ended['result']) === '0' ? 'delivered' : 'refused', code: text(ended['result']) }
            : null,
    },
  ]
}

const firstKey = (value: unknown): string | null => /^[0-9*#]/.exec(text(value))?.[0] ?? null

const recordOf = (value: unknown): Report | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Report) : null

const text = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, 200) : typeof value === 'number' ? String(value) : ''
