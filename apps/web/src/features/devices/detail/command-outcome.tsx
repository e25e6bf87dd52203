import type { EndpointOutput } from '@netward/contract'
import { useTranslation } from 'react-i18next'
import { fileOf } from '../../../lib/command-name.ts'
import { faultText } from '../../../lib/fault-text.ts'
import { SettingPath } from '../../../ui/setting-path.tsx'

type Command = EndpointOutput<'GET /api/v1/device/:deviceId/commands'>['items'][number]

/** Result of a command: its fault in words, per parameter, or the gateway's response. */
export function CommandOutcome({ command }: { command: Command }) {
  const { t } = useTranslation()
  const { fault, result, appliesLater } = command
  if (fault !== null) {
    // For our own codes the server has more detail than the code.
    const worded = ({ code, text }: { code: string; text: string }) =>
      /^\d+$/.test(code) ? faultText(t, code) : text
    return (
      <>
        <div>{worded(fault)}</div>
        {fault.detail !== '' && <div className="device-quiet command-detail">{fault.detail}</div>}
        {fault.parameters.map((one) => (
          <div key={one.path || JSON.stringify(one.setting)} className="device-quiet command-detail">
            <SettingPath path={one.path} setting={one.setting} />
            {t('devices.command.why', { fault: worded(one) })}
          </div>
        ))}
      </>
    )
  }
  const { instanceNumber, transfers, methods } = result ?? {}
  if (typeof instanceNumber === 'number' || appliesLater) {
    return (
      <>
        {typeof instanceNumber === 'number' && (
          <div>{t('devices.object.number', { number: instanceNumber })}</div>
        )}
        {appliesLater && <div>{t('devices.command.appliesLater')}</div>}
      </>
    )
  }
  if (Array.isArray(transfers)) return <Transfers transfers={transfers as readonly Transfer[]} />
  if (Array.isArray(methods)) return <Methods methods={methods as readonly string[]} />
  return '—'
}

/** As stored by modules/cwmp/command-outcome.ts. */
interface Transfer {
  commandKey: string
  state: number
  isDownload?: boolean
  fileType?: string
}

const states = { 1: 'waiting', 2: 'running', 3: 'over' } as const

function Transfers({ transfers }: { transfers: readonly Transfer[] }) {
  const { t } = useTranslation()
  if (transfers.length === 0) return t('devices.transfers.none')
  return transfers.map(({ commandKey, state, fileType }) => {
    const file = fileOf(fileType)
    return (
      <div key={commandKey} className="command-detail">
        {file === null ? (fileType ?? commandKey) : t(`devices.command.files.${file}`)}
        {' · '}
        {t(`devices.transfers.${states[state as keyof typeof states] ?? 'running'}`)}
      </div>
    )
  })
}

/** Names as the device spells them (TR-069 A.3.1.1). */
function Methods({ methods }: { methods: readonly string[] }) {
  const { t } = useTranslation()
  if (methods.length === 0) return t('devices.methods.none')
  return <div className="mono command-detail">{methods.join(', ')}</div>
}
