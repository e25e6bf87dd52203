import { RadarChartOutlined } from '@ant-design/icons'
import type { EndpointOutput } from '@netward/contract'
import { addableTypes } from '@netward/contract/device-values'
import { Button, type FormInstance } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api-client.ts'
import { reportError } from '../../lib/api-errors.ts'
import { paths } from '../../lib/paths.ts'
import { Permission } from '../../ui/permission.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import type { EquipmentFormValues } from './equipment-drawer.tsx'

type Trial = EndpointOutput<'GET /monitor/api/v1/snmp/trial/:trialId'>

const askMs = 1_000
const usualPort = 161
const tones: Record<Trial['state'], StatusTone> = {
  running: 'busy',
  answered: 'ok',
  ping_only: 'warn',
  unreachable: 'bad',
  auth_failed: 'bad',
  not_allowed: 'warn',
}

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** What is at the address: tried from where it would be polled, and filled into the form. */
export function TrialPanel({ form }: { form: FormInstance<EquipmentFormValues> }) {
  const { t } = useTranslation()
  const [running, setRunning] = useState(false)
  const [trial, setTrial] = useState<Trial | null>(null)
  const left = useRef<AbortController | null>(null)
  useEffect(() => () => left.current?.abort(), [])

  const tryIt = async (signal: AbortSignal): Promise<Trial | null> => {
    const { ipAddress, port, credentialId, outletId, driver } = form.getFieldsValue()
    const { trialId } = await api(
      'POST /monitor/api/v1/snmp/trial',
      {
        ipAddress: ipAddress.trim(),
        port: driver === 'snmp' ? (port ?? usualPort) : usualPort,
        credentialId: credentialId ?? null,
        outletId: outletId ?? null,
      },
      { signal, errors: 'caller' },
    )
    while (!signal.aborted) {
      const found = await api(
        'GET /monitor/api/v1/snmp/trial/:trialId',
        { trialId },
        { signal, errors: 'caller' },
      )
      if (found.state !== 'running') return found
      await later(askMs)
    }
    return null
  }
  const begin = async () => {
    try {
      await form.validateFields(['ipAddress'])
    } catch {
      // The field says why.
      return
    }
    const abort = new AbortController()
    left.current = abort
    setRunning(true)
    setTrial(null)
    try {
      const found = await tryIt(abort.signal)
      if (found === null) return
      setTrial(found)
      if (found.state === 'answered') fillIn(form, found)
    } catch (error) {
      if (!abort.signal.aborted) reportError(error)
    } finally {
      setRunning(false)
    }
  }

  return (
    <div className="trial">
      <div className="trial-act">
        <Button icon={<RadarChartOutlined />} loading={running} onClick={() => void begin()}>
          {t('monitoring.add.try')}
        </Button>
        <span className="quiet">{t('monitoring.add.tryHint')}</span>
      </div>
      <output className="trial-result" aria-live="polite">
        {running ? (
          <span className="trial-running">{t('monitoring.add.trying')}</span>
        ) : (
          trial !== null && <Result trial={trial} form={form} />
        )}
      </output>
    </div>
  )
}

function Result({ trial, form }: { trial: Trial; form: FormInstance<EquipmentFormValues> }) {
  const { t } = useTranslation()
  const { state } = trial
  const what = [trial.vendor, trial.model, trial.version].filter((part) => part !== '').join(' ')
  return (
    <div className="trial-found">
      <StatusTag tone={tones[state]}>{t(`monitoring.add.results.${state}`)}</StatusTag>
      {state === 'answered' && (
        <>
          <strong>{what || trial.sysName}</strong>
          <span className="quiet">
            {t('monitoring.add.foundBy', {
              name: trial.credentialName ?? '—',
              count: trial.interfaces ?? 0,
            })}
          </span>
        </>
      )}
      {state !== 'running' && <p>{t(`monitoring.add.resultHints.${state}`)}</p>}
      {state === 'ping_only' && (
        <Button size="small" onClick={() => form.setFieldsValue({ driver: 'probe', port: null })}>
          {t('monitoring.add.asProbe')}
        </Button>
      )}
      {state === 'auth_failed' && (
        <Permission codes={['DMS_SERVER_DEVICE_CREDENTIAL']}>
          <RowLink to={paths.snmpCredentials}>{t('monitoring.polling.credentials')}</RowLink>
        </Permission>
      )}
    </div>
  )
}

/** What a person already typed stays. */
function fillIn(form: FormInstance<EquipmentFormValues>, trial: Trial): void {
  const before = form.getFieldsValue()
  const type = addableTypes.find((known) => known === trial.type)
  form.setFieldsValue({
    driver: 'snmp',
    name: before.name || trial.sysName || trial.model || before.ipAddress.trim(),
    ...(type !== undefined && { type }),
    ...(trial.vendor !== '' && { brand: trial.vendor }),
    ...(trial.model !== '' && { modelName: trial.model }),
    ...(trial.serialNumber !== '' && { serialNumber: trial.serialNumber }),
  })
}
