import { PlusOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { type Profile, profileList } from './profile.ts'
import { ProfileForm } from './profile-form.tsx'

/** Sign-ins shared by many devices, in the order in which they are tried. */
export function ProfilesDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const mayEdit = useMay('DMS_SERVER_DEVICE_TERMINAL_EDIT')
  const read = useApi(profileList, {}, { enabled: open })
  const [form, setForm] = useState<{ profile: Profile | null; open: boolean }>({ profile: null, open: false })
  const edit = (profile: Profile | null) => setForm({ profile, open: true })
  return (
    <Drawer open={open} onClose={onClose} size={640} title={t('terminals.profiles')}>
      <p className="terminal-hint">{t('terminals.profilesHint')}</p>
      {mayEdit && (
        <Button className="terminal-gap" icon={<PlusOutlined />} onClick={() => edit(null)}>
          {t('terminals.profileAdd')}
        </Button>
      )}
      {read.isPending ? (
        <LoadingState />
      ) : read.isError ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : read.data.length === 0 ? (
        <EmptyState title={t('terminals.noProfiles')} />
      ) : (
        <ol className="terminal-profiles">
          {read.data.map((profile) => (
            <ProfileItem key={profile.id} profile={profile} mayEdit={mayEdit} onEdit={() => edit(profile)} />
          ))}
        </ol>
      )}
      <ProfileForm
        key={form.profile?.id ?? 'new'}
        profile={form.profile}
        open={form.open}
        onClose={() => setForm({ ...form, open: false })}
      />
    </Drawer>
  )
}

function ProfileItem(props: { profile: Profile; mayEdit: boolean; onEdit: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const confirm = useConfirm()
  const remove = useAct('DELETE /api/v1/device/terminal/profiles/:profileId', { refresh: [profileList] })
  const { profile, mayEdit, onEdit } = props
  const { id, name, model, tag, protocol, port, username, secretKind } = profile
  const fits = [
    model === '' ? '' : `${t('terminals.profileModel')} ${model}`,
    tag === '' ? '' : `${t('terminals.profileTag')} ${tag}`,
  ].filter((part) => part !== '')
  const ask = () =>
    void confirm({
      title: t('terminals.profileRemoveTitle', { name }),
      text: t('terminals.profileRemoveText'),
      action: t('terminals.profileRemove'),
      act: async () => {
        await remove.mutateAsync({ profileId: id })
        notify.success(t('terminals.profileRemoved'))
      },
    })
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <span>{fits.length === 0 ? t('terminals.profileAll') : fits.join(' · ')}</span>
      </div>
      <div className="terminal-hint">
        {t(`terminals.protocol.${protocol}`)} {port} · {username === '' ? '—' : username} ·{' '}
        {t(`terminals.secretStored.${secretKind ?? 'none'}`)}
      </div>
      <div className="terminal-hint">
        {t('terminals.profileChanged')} {format.dateTime(profile.changedAt)} · {profile.changedBy}
      </div>
      {mayEdit && (
        <div>
          <Button type="link" size="small" aria-label={`${t('common.edit')} ${name}`} onClick={onEdit}>
            {t('common.edit')}
          </Button>
          <Button
            type="link"
            size="small"
            danger
            aria-label={`${t('terminals.profileRemove')} ${name}`}
            onClick={ask}
          >
            {t('terminals.profileRemove')}
          </Button>
        </div>
      )}
    </li>
  )
}
