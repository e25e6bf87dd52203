import { Form, Input } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { type Profile, profileList } from './profile.ts'
import { sentWay, WayFields, type WayValues, wayValues } from './way-fields.tsx'

interface Values extends WayValues {
  name: string
  model: string
  tag: string
}

/** One shared sign-in; null: a new one. */
export function ProfileForm(props: { profile: Profile | null; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { profile } = props
  const refresh = [profileList, 'GET /api/v1/device/:deviceId/terminal/access'] as const
  const create = useAct('POST /api/v1/device/terminal/profiles', { errors: 'caller', refresh })
  const edit = useAct('PUT /api/v1/device/terminal/profiles/:profileId', { errors: 'caller', refresh })
  const initialValues = useMemo<Values>(
    () => ({
      ...wayValues(profile ?? undefined),
      name: profile?.name ?? '',
      model: profile?.model ?? '',
      tag: profile?.tag ?? '',
    }),
    [profile],
  )
  return (
    <FormDrawer<Values>
      title={
        profile === null
          ? t('terminals.profileAddTitle')
          : t('terminals.profileEditTitle', { name: profile.name })
      }
      open={props.open}
      onClose={props.onClose}
      initialValues={initialValues}
      onSubmit={(values) => {
        const { name, model, tag } = values
        const sent = { name, model, tag, ...sentWay(values) }
        return profile === null
          ? create.mutateAsync(sent)
          : edit.mutateAsync({ profileId: profile.id, ...sent })
      }}
    >
      {(form) => (
        <>
          <Form.Item
            name="name"
            label={t('terminals.profileName')}
            rules={[{ required: true, whitespace: true, message: t('validation.missing') }]}
          >
            <Input maxLength={100} />
          </Form.Item>
          <Form.Item name="model" label={t('terminals.profileModel')} extra={t('terminals.profileModelHint')}>
            <Input maxLength={100} />
          </Form.Item>
          <Form.Item name="tag" label={t('terminals.profileTag')} extra={t('terminals.profileTagHint')}>
            <Input maxLength={40} />
          </Form.Item>
          <WayFields form={form} secretKind={profile?.secretKind ?? null} />
        </>
      )}
    </FormDrawer>
  )
}
