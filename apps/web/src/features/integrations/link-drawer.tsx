import type { SignOnForm } from '@netward/contract/sign-on-values'
import { Form, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { channelRead } from './channel.ts'
import { TextItem } from './text-item.tsx'

interface Values {
  memberId: string
  subject: string
}

const initialValues = { subject: '' } as Values

/** An administrator says who a person of the service is here. */
export function LinkDrawer(props: {
  readonly channelId: string
  readonly form: SignOnForm
  readonly open: boolean
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const { channelId, form, open, onClose } = props
  const add = useAct('POST /api/v1/integration/:channelId/links', {
    refresh: ['POST /api/v1/integration/:channelId/links/lists', channelRead],
    errors: 'caller',
  })
  return (
    <FormDrawer<Values>
      title={t('signOn.linkAdd')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      savedText={t('signOn.linked')}
      onSubmit={(values) => add.mutateAsync({ channelId, ...values })}
    >
      <p className="integration-hint">{t('signOn.linkAddHint')}</p>
      <MemberItem />
      <TextItem
        name={['subject']}
        label={t('signOn.subject')}
        hint={t(`signOn.subjectHints.${form}`)}
        most={500}
      />
    </FormDrawer>
  )
}

function MemberItem() {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const { data } = useApi(
    'POST /api/v1/auth/member/lists',
    { page: 1, pageSize: 50, ...(wanted !== '' && { search: wanted }) },
    { keepPrevious: true },
  )
  return (
    <Form.Item
      name="memberId"
      label={t('signOn.member')}
      rules={[{ required: true, message: t('integrations.required') }]}
    >
      <Select
        showSearch={{ filterOption: false, onSearch: setSearch }}
        options={(data?.items ?? []).map(({ memberId, displayName, userName }) => ({
          value: memberId,
          label: userName === null ? displayName : `${displayName} (${userName})`,
        }))}
      />
    </Form.Item>
  )
}
