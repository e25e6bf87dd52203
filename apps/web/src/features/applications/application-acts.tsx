import {
  type RequestedMove,
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

/** Actions that leave a transitional state. */
const mainMove: Partial<Record<ServiceState, RequestedMove>> = {
  abnormal: 'retry',
  deactivated: 'enable',
  maintenance: 'exitMaintenance',
}

/** The actions on an application; those that its state does not allow give the reason. */
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
  const why = (name: RequestedMove | 'delete') => {
    const refusal = moveRefusal(application.state, name, application.stateAuthor?.above === true)
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

/** One-click actions; the one that stops machines asks first. */
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
    // The client has reported the failure.
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

/** Names what is deleted with it, and requires its name to be typed. */
function useDeletion(application: ApplicationDetail, onGone: () => void): () => void {
  const { t } = useTranslation()
  const confirm = useConfirm()
  // The drawer still reads it: a deleted one is not fetched again.
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
