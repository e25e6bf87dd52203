import type { EndpointOutput } from '@netward/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { EnrolmentRules } from './enrolment-rules.tsx'
import { Remark, Value } from './enrolment-value.tsx'
import { useCompanyScope } from '../../lib/use-company-scope.ts'

type Enrolment = EndpointOutput<'GET /api/v1/device/enrolment'>

/** The host of an ACS address that other machines cannot reach. */
export function isLoopback(address: string): boolean {
  try {
    return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(address).hostname)
  } catch {
    return false
  }
}

/**
 * The credentials that the company's gateways use to call in; created and replaced here. The password is
 * shown once.
 */
export function EnrolmentSettings() {
  const settings = useApi('GET /api/v1/device/enrolment', {})
  if (settings.error !== null && settings.data === undefined) {
    return <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
  }
  return settings.data === undefined ? <LoadingState rows={5} /> : <Settings settings={settings.data} />
}

function Settings({ settings }: { settings: Enrolment }) {
  const { t } = useTranslation()
  const scope = useCompanyScope()
  const confirm = useConfirm()
  const [password, setPassword] = useState<string | null>(null)
  const rotate = useAct('POST /api/v1/device/enrolment/rotate', { refresh: ['GET /api/v1/device/enrolment'] })
  const { hasPassword, enrolmentUrl, acsUrl } = settings

  const renewPassword = async () => {
    const made = await rotate.mutateAsync({ what: 'password' })
    setPassword(made.password)
    return made
  }
  const renewUrl = () => rotate.mutateAsync({ what: 'url' })
  /** The first one replaces nothing, so no confirmation. */
  const renew = async (
    asked: boolean,
    title: string,
    text: string,
    action: string,
    make: () => Promise<{ replaced: boolean }>,
  ) => {
    const act = async () => {
      const { replaced } = await make()
      notify.success(t(replaced ? 'devices.set.rotated' : 'devices.set.made'))
    }
    if (asked) await confirm({ title, text, action, act })
    else await act().catch(() => undefined)
  }

  return (
    <div className="enrolment">
      <p className="device-plain">{t('devices.set.ownerHint', { company: scope.companyName })}</p>
      {scope.several && <p className="device-plain">{t('devices.set.actHint')}</p>}
      <section>
        <h2>{t('devices.set.credentials')}</h2>
        <p className="device-plain device-quiet">{t('devices.set.credentialsHint')}</p>
        <dl className="enrolment-values">
          <Value label={t('devices.set.acsUrl')}>
            <CopyText text={acsUrl} />
          </Value>
          <Value label={t('devices.set.username')}>
            <CopyText text={settings.username} />
          </Value>
          <Value label={t('devices.set.password')}>
            {password === null ? (
              <span className="device-quiet">
                {hasPassword ? t('devices.set.passwordKept') : t('devices.set.passwordNone')}
              </span>
            ) : (
              <CopyText text={password} />
            )}
            <Button
              size="small"
              type={hasPassword ? 'default' : 'primary'}
              loading={rotate.isPending && rotate.variables.what === 'password'}
              onClick={() =>
                void renew(
                  hasPassword,
                  t('devices.set.passwordRotateTitle'),
                  t('devices.set.passwordRotateText'),
                  t('devices.set.passwordRotate'),
                  renewPassword,
                )
              }
            >
              {hasPassword ? t('devices.set.passwordRotate') : t('devices.set.passwordMake')}
            </Button>
          </Value>
        </dl>
        {password !== null && <Remark kind="warn">{t('devices.set.passwordOnce')}</Remark>}
        {isLoopback(acsUrl) ? (
          <Remark kind="info">{t('devices.set.loopback')}</Remark>
        ) : (
          acsUrl.startsWith('http:') && <Remark kind="warn">{t('devices.set.plain')}</Remark>
        )}
      </section>
      <section>
        <h2>{t('devices.set.url')}</h2>
        <p className="device-plain device-quiet">{t('devices.set.urlHint')}</p>
        <dl className="enrolment-values">
          <Value label={t('devices.set.urlLabel')}>
            {enrolmentUrl === null ? (
              <span className="device-quiet">{t('devices.set.urlNone')}</span>
            ) : (
              <CopyText text={enrolmentUrl} />
            )}
            <Button
              size="small"
              loading={rotate.isPending && rotate.variables.what === 'url'}
              onClick={() =>
                void renew(
                  enrolmentUrl !== null,
                  t('devices.set.urlRotateTitle'),
                  t('devices.set.urlRotateText'),
                  t('devices.set.urlRotate'),
                  renewUrl,
                )
              }
            >
              {enrolmentUrl === null ? t('devices.set.urlMake') : t('devices.set.urlRotate')}
            </Button>
          </Value>
        </dl>
      </section>
      <EnrolmentRules settings={settings} />
    </div>
  )
}
