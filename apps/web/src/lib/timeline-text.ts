import { useTranslation } from 'react-i18next'
import { fileOf } from './command-name.ts'
import { faultText } from './fault-text.ts'
import { useBecause } from './use-because.ts'
import { useCommandName } from './use-command-name.ts'

type Detail = Readonly<Record<string, unknown>>

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '—'

/** Changed facts: `{softwareVersion: [before, after]}`. */
export function changesOf(detail: Detail): readonly { field: string; from: string; to: string }[] {
  return Object.entries(detail).flatMap(([field, change]) =>
    Array.isArray(change) && change.length === 2
      ? [{ field, from: text(change[0]), to: text(change[1]) }]
      : [],
  )
}

/** Status mark of an entry. */
export function toneOf(kind: string): 'ok' | 'bad' | 'warn' | 'plain' {
  if (
    [
      'online',
      'command.done',
      'credentials.proved',
      'approved',
      'reset.taken',
      'provision.applied',
      'polling.ok',
      'interface.up',
    ].includes(kind)
  )
    return 'ok'
  if (
    ['offline', 'command.failed', 'credentials.refused', 'transfer_failed', 'interface.down'].includes(kind)
  )
    return 'bad'
  if (
    /^guard\.(?!none)|\.failed$|\.withheld$|\.foreign$|^command\.expired$|^certificate\.mismatch$|^stun\.refused$|^provision\.drifted$|^polling\.(?!ok)|^identity\.|^trap\.link_?[dD]own$/.test(
      kind,
    )
  )
    return 'warn'
  return 'plain'
}

/** Text of an entry. A kind without a phrase is shown by its name. */
export function useTimelineText() {
  const { t, i18n } = useTranslation()
  const because = useBecause()
  const commandName = useCommandName()
  // The kinds come from the server: their keys are known at run time, not at compile time.
  const loose = t as unknown as (key: string, values: Readonly<Record<string, string>>) => string
  const either = (key: string, fallback: string, values: Readonly<Record<string, string>> = {}): string =>
    i18n.exists(key) ? loose(key, values) : fallback
  const fileText = (fileType: unknown): string => {
    const file = fileOf(fileType)
    return file === null ? text(fileType) : t(`devices.command.files.${file}`)
  }
  return {
    entry(kind: string, detail: Detail): string {
      const { fault } = detail
      return either(`devices.timeline.${kind}`, kind, {
        by: either(`devices.info.enrolledVia.${text(detail['by'])}`, text(detail['by'])),
        because: because(detail['because']),
        code: text(detail['code']),
        kind: commandName(text(detail['kind']), detail),
        fault: typeof fault === 'string' ? faultText(t, fault) : text(fault),
        fileType: fileText(detail['fileType']),
        serial: text(detail['serial']),
        key: text(detail['key']),
        from: text(detail['from']),
        to: text(detail['to']),
        name: text(detail['name']),
        interface: text(detail['interface']),
        vendor: text(detail['vendor']),
        oid: text(detail['oid']),
        text: text(detail['text']),
      })
    },
    fieldText: (field: string): string => either(`devices.${field}`, field),
  }
}
