import type { PermissionCode } from '@netward/contract/permissions'
import { Alert, Drawer } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useLanguage } from '../../lib/preferences.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { Facts } from '../../ui/detail-page.tsx'
import { ProductIcon } from '../../ui/product-icon.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { ActivationProgress } from './activation-progress.tsx'
import { type ApplicationDetail, applicationEndpoint, stateTones, useProductName } from './application.ts'
import { ApplicationActs } from './application-acts.tsx'
import { ApplicationKeys } from './application-keys.tsx'
import './applications.css'

/** One application: its activation, its keys, and its actions. */
export function ApplicationDrawer(props: { applicationId: string | null; onClose: () => void }) {
  const { t } = useTranslation()
  const { applicationId, onClose } = props
  // Keeps its content while it slides out.
  const [last, setLast] = useState<string | null>(null)
  if (applicationId !== null && applicationId !== last) setLast(applicationId)
  const shown = applicationId ?? last
  const found = useApi(
    applicationEndpoint,
    { applicationId: shown ?? '' },
    { enabled: applicationId !== null },
  )
  useLiveReads(applicationEndpoint, ['application.changed', 'product.changed'])
  useAnnouncement(found.data)
  return (
    <Drawer
      title={t('applications.detail')}
      open={applicationId !== null}
      onClose={onClose}
      size={680}
      footer={found.data !== undefined && <ApplicationActs application={found.data} onGone={onClose} />}
    >
      {found.error !== null ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <LoadingState rows={8} />
      ) : (
        <Detail application={found.data} />
      )}
    </Drawer>
  )
}

/** Announces the end of a watched activation. */
function useAnnouncement(application: ApplicationDetail | undefined): void {
  const { t } = useTranslation()
  const before = useRef<ApplicationDetail | undefined>(undefined)
  useEffect(() => {
    const same = before.current?.id === application?.id
    if (same && before.current?.state === 'activating' && application?.state === 'normal') {
      notify.success(t('applications.activationDone', { name: application.displayName }))
    }
    before.current = application
  }, [application, t])
}

function Detail({ application }: { application: ApplicationDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const productName = useProductName()
  const language = useLanguage()
  const { state, productState, productType, failure, stateAuthor } = application
  const permissions = application.permissions as PermissionCode[]
  return (
    <div className="application-detail">
      <div className="application-head">
        <ProductIcon code={application.productCode} url={application.iconUrl} large />
        <h2>{application.displayName}</h2>
        <StatusTag tone={stateTones[state]}>{t(`applications.states.${state}`)}</StatusTag>
      </div>
      {failure !== null && (
        <Alert
          type="error"
          showIcon
          title={t('applications.failedTitle')}
          description={t(`applications.failures.${failure}`)}
        />
      )}
      {state === 'maintenance' && (
        <Alert
          type="warning"
          showIcon
          title={t('applications.maintenanceNow', { until: format.dateTime(application.maintenanceUntil) })}
          description={language === 'zh' ? application.maintenanceZh : application.maintenanceEn}
        />
      )}
      {state === 'deactivated' && stateAuthor !== null && (
        <Alert
          type="warning"
          showIcon
          title={t('applications.disabledNow', {
            by: t(`common.levelsNamed.${stateAuthor.level}`, { name: stateAuthor.name }),
          })}
          {...(stateAuthor.above && { description: t('applications.refusal.stateIsAbove') })}
        />
      )}
      {productType === 'service' && <Alert type="info" showIcon title={t('applications.byPeople')} />}
      {productState !== 'normal' && (
        <Alert
          type="warning"
          showIcon
          title={t('applications.productOff', { state: t(`products.states.${productState}`) })}
        />
      )}
      {(state === 'activating' || state === 'abnormal') && <ActivationProgress steps={application.steps} />}
      <Facts
        facts={[
          { label: t('applications.product'), value: productName(application) },
          { label: t('applications.appId'), value: <CopyText text={application.appId} /> },
          { label: t('applications.createdAt'), value: format.dateTime(application.createdAt) },
          {
            label: t('applications.lastUsedAt'),
            value:
              application.lastUsedAt === null
                ? t('applications.neverUsed')
                : format.dateTime(application.lastUsedAt),
          },
        ]}
      />
      <section>
        <h3>{t('applications.permissions')}</h3>
        {permissions.length === 0 ? (
          <p className="quiet">{t('applications.permissionsNone')}</p>
        ) : (
          <ul className="application-permissions">
            {permissions.map((code) => (
              <li key={code} title={t(`permissions.codes.${code}.allows`)}>
                {t(`permissions.codes.${code}.name`)}
              </li>
            ))}
          </ul>
        )}
      </section>
      <ApplicationKeys application={application} />
    </div>
  )
}
