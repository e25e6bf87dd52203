import {
  type AskedMove,
  askedMoves,
  moveRefusal,
  type ServiceState,
} from '@netward/contract/states/application'
import { isConsoleProduct } from '@netward/contract/product-routes'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { WhyButton } from '../../ui/why-button.tsx'
import { afterChange, type ApplicationDetail, applicationEndpoint, useProductName } from './application.ts'
import { ApplicationForm } from './application-form.tsx'
import { ApplicationMaintenance } from './application-maintenance.tsx'

/** What leads out of a state that nobody stays in. */
const mainMove: Partial<Record<ServiceState, AskedMove>> = {
  abnormal: 'retry',
  deactivated: 'enable',
  maintenance: 'exitMaintenance',
}

/** The moves of an application; those that its state does not allow say why. */
export function ApplicationActs(props: { application: ApplicationDetail; onGone: () => void }) {
  const { t } = useTranslation()
  const { application } = props
  const [editing, setEditing] = useState(false)
  const [entering, setEntering] = useState(false)
  const mayEdit = useMay('DMS_SERVER_SYSTEM_SETTING_APPLICATION_EDIT')
  const mayDelete = useMay('DMS_SERVER_SYSTEM_SETTING_APPLICATION_DELETE')
  const move = useMoves(application)
  const askToDelete = useDeletion(application, props.onGone)
  const primary = mainMove[application.state]
  const why = (name: AskedMove | 'delete') => {
    const refusal = moveRefusal(application.state, name)
    return refusal === null ? null : t(`applications.refusal.${refusal}`)
  }
  return (
    <div className="application-acts">
      {mayEdit &&
        askedMoves.map((name) => (
          <WhyButton
            key={name}
            type={name === primary ? 'primary' : 'default'}
            danger={name === 'disable'}
            reason={why(name)}
            onClick={() => (name === 'enterMaintenance' ? setEntering(true) : move(name))}
          >
            {t(`applications.${name}`)}
          </WhyButton>
        ))}
      {mayDelete && (
        <WhyButton danger reason={why('delete')} onClick={askToDelete}>
          {t('applications.delete')}
        </WhyButton>
      )}
      {mayEdit && <Button onClick={() => setEditing(true)}>{t('applications.edit')}</Button>}
      <ApplicationForm application={application} open={editing} onClose={() => setEditing(false)} />
      <ApplicationMaintenance application={application} open={entering} onClose={() => setEntering(false)} />
    </div>
  )
}

const done = {
  retry: 'applications.retried',
  enable: 'applications.enabled',
  exitMaintenance: 'applications.exited',
  disable: 'applications.disabled',
} as const

/** Moves that need no more than a click; the one that stops machines asks first. */
function useMoves(application: ApplicationDetail): (move: keyof typeof done) => void {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { id: applicationId, displayName: name, openTokens: count } = application
  const product = useProductName()(application)
  const covers = isConsoleProduct(application.productCode)
  const edit = useAct('POST /api/v1/auth/application/edit', { refresh: afterChange })
  const act = async (move: keyof typeof done) => {
    await edit.mutateAsync({ applicationId, move })
    notify.success(t(done[move]))
  }
  return (move) => {
    // What failed has been reported by the client.
    if (move !== 'disable') return void act(move).catch(() => {})
    void confirm({
      title: t('applications.disableTitle', { name }),
      text: t(covers ? 'applications.disableWithPages' : 'applications.disableText', { product, count }),
      action: t('applications.disable'),
      act: () => act(move),
    })
    return undefined
  }
}

/** Says what goes with it, and wants its name typed. */
function useDeletion(application: ApplicationDetail, onGone: () => void): () => void {
  const { t } = useTranslation()
  const confirm = useConfirm()
  // The drawer reads it still: what is gone is not asked for again.
  const others = afterChange.filter((endpoint) => endpoint !== applicationEndpoint)
  const remove = useAct('DELETE /api/v1/auth/application/:applicationId', { refresh: others })
  const { id: applicationId, displayName: name, keys, permissions, appId } = application
  const product = useProductName()(application)
  const covers = isConsoleProduct(application.productCode)
  return () =>
    void confirm({
      title: t('applications.deleteTitle', { name }),
      text: t(covers ? 'applications.deleteWithPages' : 'applications.deleteText', { product }),
      names: [
        t('applications.deleteKeys', { count: keys.length }),
        t('applications.deletePermissions', { count: permissions.length }),
        t('applications.deleteAccount', { appId }),
      ],
      typed: name,
      action: t('applications.delete'),
      async act() {
        await remove.mutateAsync({ applicationId })
        notify.success(t('applications.deleted'))
        onGone()
      },
    })
}
