import { BranchesOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { stateTones } from '../../ui/interface-state.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { AppliesLater } from '../../ui/applies-later.tsx'
import { fieldOf, type Instance, type SettingValue } from './setting.ts'
import { SignalBars } from './signal-bars.tsx'
import { fieldText, useSettingWords } from './use-setting-words.ts'

const warnFrom = 90
const addresses = new Set(['ipv4', 'ipv4_list', 'mac'])

/**
 * One value in readable form. Unreported values are marked as such. In a table, `brief`, names have no copy
 * button.
 */
export function SettingValueText({ field, brief = false }: { field: SettingValue; brief?: boolean }) {
  const { t } = useTranslation()
  const words = useSettingWords()
  const { key, kind, unit, value, raw, readAt } = field
  if (kind === 'secret') {
    return (
      <span className="device-quiet" title={t('gatewaySettings.secretHint')}>
        {t('gatewaySettings.secret')}
      </span>
    )
  }
  if (value === null) {
    return raw === null || raw === '' ? (
      <span className="device-quiet">
        {t(readAt === null ? 'gatewaySettings.notRead' : 'gatewaySettings.notReported')}
      </span>
    ) : (
      <span className="mono parameter-text">{raw}</span>
    )
  }
  if (typeof value === 'boolean') {
    return <StatusTag tone={value ? 'ok' : 'off'}>{words.flag(key, value)}</StatusTag>
  }
  const text = fieldText(words, field)
  if (key === 'state' || key === 'simState') {
    return <StatusTag tone={stateTones[String(value)] ?? 'unknown'}>{text}</StatusTag>
  }
  if (typeof value === 'number') {
    if (unit === 'dbm' && key === 'signal') return <SignalBars dbm={value} />
    if (key === 'cpuUsage') return <Usage percent={value} text={text} />
    return <span>{text}</span>
  }
  if (value === '') return <span className="device-quiet">{text}</span>
  if (kind === 'choice') return <span className="parameter-text">{text}</span>
  return addresses.has(kind) || (kind === 'text' && !brief) ? (
    <CopyText text={value} mono={addresses.has(kind)} />
  ) : (
    <span className="parameter-text">{text}</span>
  )
}

/** A change that the gateway has accepted and applies after a restart, in the value's terms. */
export function LaterText({ field }: { field: Pick<SettingValue, 'key' | 'kind' | 'unit' | 'later'> }) {
  const words = useSettingWords()
  const { key, kind, unit, later } = field
  if (later === null) return null
  const { value, raw } = later
  const text =
    kind === 'choice' && typeof value === 'string'
      ? words.choice(key, value, raw)
      : value === null && raw !== null
        ? raw
        : words.plain({ key, kind, unit }, value)
  return <AppliesLater value={kind === 'secret' ? null : text} />
}

/** The same beside a field with the requested value: the value in effect until then. */
export function InForceText({ field }: { field: SettingValue }) {
  const { t } = useTranslation()
  const words = useSettingWords()
  return (
    <>
      <StatusTag tone="waiting">{t('devices.param.appliesLater')}</StatusTag>{' '}
      {field.kind !== 'secret' && (
        <span className="device-quiet parameter-text">
          {t('gatewaySettings.inForce', { value: fieldText(words, field) })}
        </span>
      )}
    </>
  )
}

function Usage({ percent, text }: { percent: number; text: string }) {
  const width = `${Math.min(100, Math.max(0, percent))}%`
  return (
    <span className="setting-usage">
      <span
        className={percent >= warnFrom ? 'setting-meter setting-meter-full' : 'setting-meter'}
        aria-hidden="true"
      >
        <span style={{ width }} />
      </span>
      {text}
    </span>
  )
}

/** Memory usage, if the gateway reports both figures. */
export function MemoryUsed({ instance }: { instance: Instance }) {
  const { t } = useTranslation()
  const format = useFormat()
  const total = fieldOf(instance, 'memoryTotal')?.value
  const free = fieldOf(instance, 'memoryFree')?.value
  if (typeof total !== 'number' || typeof free !== 'number' || total <= 0 || free > total) return null
  const percent = Math.round(((total - free) / total) * 100)
  const used = format.bytes((total - free) * 1024)
  return <Usage percent={percent} text={t('gatewaySettings.memoryUsed', { used, percent })} />
}

/** The parameter behind a value, in the parameter tree. */
export function RawLink({ deviceId, path }: { deviceId: string; path: string }) {
  const { t } = useTranslation()
  const label = t('gatewaySettings.raw', { path })
  return (
    <a
      className="setting-raw"
      href={`#${paths.smartCpeParameter(deviceId, path)}`}
      aria-label={label}
      title={label}
    >
      <BranchesOutlined aria-hidden="true" />
    </a>
  )
}
