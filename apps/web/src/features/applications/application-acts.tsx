import { afterMove, type AskedMove } from '@netward/contract/states/application'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { afterChange, type ApplicationDetail } from './application.ts'
import { ApplicationForm } from './application-form.tsx'
import { ApplicationMaintenance } from './application-maintenance.tsx'

/** What the state of an application allows. */
export function ApplicationActs(props: { application: ApplicationDetail; onGone: () => void }) {
  const { t } = useTranslation()
  const { application } = props
  const [editing, setEditing] = useState(false)
  const [entering, setEntering] = useState(false)
  const mayEdit = useMay('DMS_SERVER_SYSTEM_SETTING_APPLICATION_EDIT')
  const mayDelete = useMay('DMS_SERVER_SYSTEM_SETTING_APPLICATION_DELETE')
  const move = useMoves(application)
  const askToDelete = useDeletion(application, props.onGone)
  const allows = (name: AskedMove | 'delete') => afterMove(application.state, name) !== null
  return (
    <div className="application-acts">
      {mayEdit && (
        <>
          {allows('retry') && (
            <Button type="primary" onClick={() => move('retry')}>
              {t('applications.retry')}
            </Button>
          )}
          {allows('enable') && (
            <Button type="primary" onClick={() => move('enable')}>
              {t('applications.enable')}
            </Button>
          )}
          {allows('exitMaintenance') && (
            <Button type="primary" onClick={() => move('exitMaintenance')}>
              {t('applications.exitMaintenance')}
            </Button>
          )}
          {allows('enterMaintenance') && (
            <Button onClick={() => setEntering(true)}>{t('applications.enterMaintenance')}</Button>
          )}
          {allows('disable') && (
            <Button danger onClick={() => move('disable')}>
              {t('applications.disable')}
            </Button>
          )}
        </>
      )}
      {mayDelete && allows('delete') && (
        <Button danger onClick={askToDelete}>
          {t('applications.delete')}
        </Button>
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
      text: t('applications.disableText', { count }),
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
  const remove = useAct('DELETE /api/v1/auth/application/:applicationId', { refresh: afterChange })
  const { id: applicationId, displayName: name, keys, permissions, appId } = application
  return () =>
    void confirm({
      title: t('applications.deleteTitle', { name }),
      text: t('applications.deleteText'),
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
