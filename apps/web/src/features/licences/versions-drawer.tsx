import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Facts } from '../../ui/detail-page.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { afterPackage, type Package, packageQuotas, usePackageName, versionsEndpoint } from './package.ts'

interface Props {
  of: Package | null
  editable: boolean
  onClose: () => void
}

export function VersionsDrawer({ of, editable, onClose }: Props) {
  const { t } = useTranslation()
  const nameOf = usePackageName()
  const [last, setLast] = useState<Package | null>(null)
  if (of !== null && of !== last) setLast(of)
  return (
    <Drawer
      title={last && t('licences.packages.versionsOf', { name: nameOf(last) })}
      open={of !== null}
      onClose={onClose}
      size={560}
    >
      {last !== null && <Versions key={last.id} packageId={last.id} editable={editable} />}
    </Drawer>
  )
}

function Versions({ packageId, editable }: { packageId: string; editable: boolean }) {
  const { t } = useTranslation()
  const upgrade = useUpgrade()
  const { data, error, refetch } = useApi(versionsEndpoint, { packageId })
  if (data === undefined)
    return error === null ? <LoadingState /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const [newest, ...earlier] = data
  const behind = earlier.reduce((sum, { holders }) => sum + holders, 0)
  return (
    <>
      {editable && newest !== undefined && behind > 0 && (
        <p>
          <Button onClick={() => upgrade(newest, behind)}>{t('licences.packages.upgrade')}</Button>
        </p>
      )}
      <ol className="licence-history">
        {data.map((version) => (
          <Version key={version.version} version={version} />
        ))}
      </ol>
    </>
  )
}

function Version({ version }: { version: Package }) {
  const { t } = useTranslation()
  const format = useFormat()
  const time = format.dateTime(version.madeAt)
  return (
    <li>
      <div className="licence-history-head">
        <strong>{t('licences.packageVersion', { version: version.version })}</strong>
        <span className="quiet">{t('licences.packages.holdersCount', { count: version.holders })}</span>
      </div>
      <p className="quiet">
        {version.madeBy === null
          ? t('licences.packages.madeAt', { time })
          : t('licences.packages.madeBy', { name: version.madeBy, time })}
      </p>
      <Facts
        facts={[
          ...packageQuotas.map(([field, kind]) => ({
            label: t(`licences.kinds.${kind}`),
            value: version[field] === null ? t('licences.packages.unlimited') : format.number(version[field]),
          })),
          {
            label: t('licences.packages.price'),
            value: version.price === null ? t('licences.packages.byAgreement') : format.number(version.price),
          },
        ]}
      />
    </li>
  )
}

function useUpgrade(): (newest: Package, count: number) => void {
  const { t } = useTranslation()
  const nameOf = usePackageName()
  const confirm = useConfirm()
  const { mutateAsync } = useAct('POST /api/v1/package/:packageId/upgrade', { refresh: afterPackage })
  return (newest, count) => {
    void confirm({
      title: t('licences.packages.upgradeTitle', { name: nameOf(newest), version: newest.version }),
      text: t('licences.packages.upgradeText', { count }),
      action: t('licences.packages.upgrade'),
      act: async () => {
        const { moved } = await mutateAsync({ packageId: newest.id })
        notify.success(t('licences.packages.upgraded', { count: moved }))
      },
    })
  }
}
