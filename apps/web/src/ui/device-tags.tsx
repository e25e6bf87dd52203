import { useT } from '../lib/use-t.ts'
import { Glyph } from './glyphs.tsx'
import { StatusTag, type StatusTone } from './status-tag.tsx'
import type { DeviceRow } from '../lib/device-row.ts'

const presenceTone: Record<DeviceRow['presence'], StatusTone> = {
  online: 'ok',
  overdue: 'warn',
  offline: 'bad',
  unknown: 'unknown',
}

export function PresenceTag({ presence }: { presence: DeviceRow['presence'] }) {
  const t = useT()
  return <StatusTag tone={presenceTone[presence]}>{t(`devices.presence.${presence}`)}</StatusTag>
}

/** Absent while the identity is in order. */
export function GuardTag({ guard }: { guard: DeviceRow['guard'] }) {
  const t = useT()
  return guard === 'none' ? null : <StatusTag tone="warn">{t(`devices.guard.${guard}`)}</StatusTag>
}

const shownInRow = 2

/** Short form for list rows, where the name needs the space. */
export function GuardMark({ guard }: { guard: DeviceRow['guard'] }) {
  const t = useT()
  return guard === 'none' ? null : <WarningMark text={t(`devices.guard.${guard}`)} />
}

/** An identity that another device claims too. */
export function DuplicateMark({ duplicated }: { duplicated: boolean }) {
  const t = useT()
  return duplicated ? <WarningMark text={t('monitoring.detail.duplicate')} /> : null
}

function WarningMark({ text }: { text: string }) {
  return (
    <span className="device-guard-mark" title={text}>
      <Glyph name="error" size={15} />
      <span className="visually-hidden">{text}</span>
    </span>
  )
}

/** Tags of a device; in a list row the first ones and the number of the rest. */
export function TagList({ tags, all = false }: { tags: readonly string[]; all?: boolean }) {
  const shown = all ? tags : tags.slice(0, shownInRow)
  const more = tags.length - shown.length
  return (
    <span className="device-tags" title={all ? undefined : tags.join(' ')}>
      {shown.map((tag) => (
        <span key={tag} className="device-tag">
          {tag}
        </span>
      ))}
      {more > 0 && <span className="device-tag device-tag-more">+{more}</span>}
    </span>
  )
}
