import { isGivenToNew } from '@netward/contract/states/licence'
import { consoleProductCodes } from '@netward/contract/product-routes'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { ErrorState, LoadingState, NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { WhyButton } from '../../ui/why-button.tsx'
import { AssignDrawer } from './assign-drawer.tsx'
import { ByFilesNotice, useByFilesReason } from './by-files.tsx'
import { type Package, packageQuotas, packagesEndpoint, usePackageName, useProductNames } from './package.ts'
import { PackageDrawer } from './package-drawer.tsx'
import { usePackageSale } from './use-package-sale.ts'
import { useIsPlatform } from './use-is-platform.ts'
import { VersionsDrawer } from './versions-drawer.tsx'
import '../../ui/list-page.css'
import './licences.css'
import './packages.css'

type Opened = { what: 'edit' | 'versions' | 'assign'; of: Package } | { what: 'create'; of: null }

/** The packages on sale: a handful, side by side. */
export function PackageList() {
  return useMay('DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE') ? <List /> : <NoPermissionState />
}

function List() {
  const { t } = useTranslation()
  const { data, error, refetch } = useApi(packagesEndpoint, {})
  const mayEdit = useMay('DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE_EDIT')
  const platform = useIsPlatform()
  const editable = mayEdit && platform
  const byFiles = useByFilesReason()
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const of = (what: Opened['what']) => (opened?.what === what ? opened.of : null)
  return (
    <section className="packages">
      <header className="list-head">
        <h1>{t('licences.packages.title')}</h1>
        <div className="list-actions">
          {editable && (
            <WhyButton
              type="primary"
              reason={byFiles}
              onClick={() => setOpened({ what: 'create', of: null })}
            >
              {t('licences.packages.create')}
            </WhyButton>
          )}
        </div>
      </header>
      <ByFilesNotice />
      {data === undefined ? (
        error === null ? (
          <LoadingState />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <div className="package-grid">
          {data.map((one) => (
            <PackageCard
              key={one.id}
              sold={one}
              editable={editable}
              onOpen={(what) => setOpened({ what, of: one })}
            />
          ))}
        </div>
      )}
      <PackageDrawer editing={of('edit')} creating={opened?.what === 'create'} onClose={close} />
      <VersionsDrawer of={of('versions')} editable={editable} onClose={close} />
      <AssignDrawer of={of('assign')} onClose={close} />
    </section>
  )
}

/** Why a package cannot be assigned; null when it can. */
function refusalOf({ retiredAt, assignable, forMsps, allotment }: Package) {
  if (retiredAt !== null) return 'retired'
  if (assignable) return null
  if (!forMsps) return 'notForMsps'
  return allotment === null ? 'notAllotted' : 'allotmentExhausted'
}

interface CardProps {
  sold: Package
  editable: boolean
  onOpen: (what: 'edit' | 'versions' | 'assign') => void
}

function PackageCard({ sold, editable, onOpen }: CardProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const name = usePackageName()(sold)
  const productName = useProductNames()
  const sale = usePackageSale()
  const byFiles = useByFilesReason()
  const refusal = refusalOf(sold)
  const offering = t(sold.forMsps ? 'licences.packages.withhold' : 'licences.packages.offer')
  const retiring = t(sold.retiredAt === null ? 'licences.packages.retire' : 'licences.packages.restore')
  const labelled = (text: string) => ({ 'aria-label': `${text} ${name}` })
  return (
    <article className="package-card" aria-label={name}>
      <header>
        <h2>{name}</h2>
        <StatusTag tone={sold.retiredAt === null ? 'ok' : 'off'}>
          {t(sold.retiredAt === null ? 'licences.packages.onSale' : 'licences.packages.retired')}
        </StatusTag>
      </header>
      <p className="package-price">
        {sold.price === null ? t('licences.packages.byAgreement') : `¥ ${format.number(sold.price)}`}
      </p>
      <dl>
        {packageQuotas.map(([field, kind]) => (
          <div key={field}>
            <dt>{t(`licences.kinds.${kind}`)}</dt>
            <dd>{sold[field] === null ? t('licences.packages.unlimited') : format.number(sold[field])}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet">
        {t('licences.packages.products')}{' '}
        {(sold.products ?? consoleProductCodes).map(productName).join(' · ')}
      </p>
      <p className="quiet">
        {t('licences.packageVersion', { version: sold.version })} ·{' '}
        {t('licences.packages.holdersCount', { count: sold.holders })}
      </p>
      <p className="quiet">
        {t(sold.forMsps ? 'licences.packages.forMsps' : 'licences.packages.platformOnly')}
      </p>
      {sold.allotment !== null && (
        <p className="quiet">
          {sold.allotment.quantity === null
            ? t('licences.allotment.assignedUnlimited', { used: format.number(sold.allotment.used) })
            : t('licences.allotment.assigned', {
                used: format.number(sold.allotment.used),
                quantity: format.number(sold.allotment.quantity),
              })}
        </p>
      )}
      <footer>
        <WhyButton
          size="small"
          {...labelled(t('licences.packages.assign'))}
          reason={byFiles ?? (refusal === null ? null : t(`licences.packages.refusal.${refusal}`))}
          onClick={() => onOpen('assign')}
        >
          {t('licences.packages.assign')}
        </WhyButton>
        <Button
          size="small"
          {...labelled(t('licences.packages.versions'))}
          onClick={() => onOpen('versions')}
        >
          {t('licences.packages.versions')}
        </Button>
        {editable && (
          <>
            <WhyButton
              size="small"
              {...labelled(t('common.edit'))}
              reason={byFiles}
              onClick={() => onOpen('edit')}
            >
              {t('common.edit')}
            </WhyButton>
            <WhyButton size="small" {...labelled(offering)} reason={byFiles} onClick={() => sale.offer(sold)}>
              {offering}
            </WhyButton>
            <WhyButton
              size="small"
              {...labelled(retiring)}
              reason={
                byFiles ??
                (sold.retiredAt === null && isGivenToNew(sold.code)
                  ? t('licences.packages.refusal.needed')
                  : null)
              }
              onClick={() => sale.retire(sold)}
            >
              {retiring}
            </WhyButton>
          </>
        )}
      </footer>
    </article>
  )
}
