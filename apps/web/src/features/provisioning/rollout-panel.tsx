import type { EndpointOutput } from '@netward/contract'
import { Alert, Button, Space } from 'antd'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Permission } from '../../ui/permission.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { SettingPath } from '../../ui/setting-path.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { afterChange, type rolloutDetail, rolloutGateways } from './template.ts'

type Rollout = NonNullable<EndpointOutput<typeof rolloutDetail>['rollout']>
type Outcome = EndpointOutput<typeof rolloutGateways>['items'][number]['outcome']

const shownGateways = 50
const tones: Record<Outcome, StatusTone> = { waiting: 'waiting', done: 'ok', failed: 'bad' }
const outcomes = ['done', 'failed', 'waiting'] as const

/** The gateways that try a version, and the next step: continue or roll back. */
export function RolloutPanel({ templateId, rollout }: { templateId: string; rollout: Rollout }) {
  const { t } = useTranslation()
  const { version: number, devices, state } = rollout
  const found = useApi(
    rolloutGateways,
    { templateId, pageSize: shownGateways },
    { refetchInterval: 5_000, keepPrevious: true },
  ).data
  const rest = (found?.total ?? 0) - (found?.items.length ?? 0)
  return (
    <section className="provisioning-rollout" aria-live="polite">
      <h3>{t(`provisioning.rollout.${state === 'stopped' ? 'titleStopped' : 'title'}`, { number })}</h3>
      {state === 'stopped' && <Alert type="error" showIcon title={t('provisioning.rollout.stopped')} />}
      {devices === null ? (
        <p>{t('provisioning.rollout.choosing')}</p>
      ) : (
        <Space wrap className="provisioning-outcomes">
          {outcomes.map((outcome) => (
            <StatusTag key={outcome} tone={tones[outcome]}>
              {t(`provisioning.rollout.${outcome}`)} {rollout[outcome]}
            </StatusTag>
          ))}
        </Space>
      )}
      <Permission codes={['DMS_SERVER_DEVICE_TEMPLATE_EDIT']}>
        <Ends templateId={templateId} rollout={rollout} />
      </Permission>
      {found !== undefined && found.items.length > 0 && (
        <ul className="provisioning-changes" aria-label={t('provisioning.rollout.gateways')}>
          {found.items.map(({ deviceId, name, companyName, outcome, problem }) => (
            <li key={deviceId} className="provisioning-gateway">
              <RowLink to={paths.smartCpe(deviceId)}>{name}</RowLink>
              <span className="provisioning-hint">{companyName}</span>
              <StatusTag tone={tones[outcome]}>{t(`provisioning.rollout.${outcome}`)}</StatusTag>
              {problem !== null && (
                <span className="provisioning-problem">
                  <SettingPath path={problem.path} setting={problem.setting} /> {problem.text}
                  {problem.detail !== '' && ` · ${problem.detail}`}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {rest > 0 && <p className="provisioning-hint">{t('provisioning.rollout.more', { count: rest })}</p>}
    </section>
  )
}

function Ends({ templateId, rollout }: { templateId: string; rollout: Rollout }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const goOn = useAct('POST /api/v1/device/template/:templateId/rollout/apply', { refresh: afterChange })
  const back = useAct('POST /api/v1/device/template/:templateId/rollout/revert', { refresh: afterChange })
  const { version: number, beforeVersion } = rollout
  const askOn = () =>
    void confirm({
      title: t('provisioning.rollout.goOnQuestion', { number }),
      text: t('provisioning.applyText'),
      action: t('provisioning.rollout.goOn'),
      danger: false,
      act: () => goOn.mutateAsync({ templateId }),
    })
  const askBack = () =>
    void confirm({
      title: t('provisioning.rollout.backQuestion', { number }),
      text: t(beforeVersion === null ? 'provisioning.rollout.backNone' : 'provisioning.rollout.backText'),
      action: t('provisioning.rollout.back'),
      act: () => back.mutateAsync({ templateId }),
    })
  return (
    <Space wrap className="provisioning-outcomes">
      <Button type="primary" onClick={askOn}>
        {t('provisioning.rollout.goOn')}
      </Button>
      <Button danger onClick={askBack}>
        {t('provisioning.rollout.back')}
      </Button>
    </Space>
  )
}
