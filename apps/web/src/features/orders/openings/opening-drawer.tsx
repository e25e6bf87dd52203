import { useNavigate } from '@tanstack/react-router'
import { Form, Input } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/paths.ts'
import { useAct } from '../../../lib/use-api.ts'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { afterOpening, type Opening } from './opening.ts'

interface Values {
  name: string
  note: string
}

export function OpeningDrawer({
  opening,
  open,
  onClose,
}: {
  opening: Opening | null
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const add = useAct('POST /api/v1/work/opening', { errors: 'caller', refresh: afterOpening })
  const edit = useAct('PUT /api/v1/work/opening/:openingId', { errors: 'caller', refresh: afterOpening })
  const initialValues = useMemo(() => ({ name: opening?.name ?? '', note: opening?.note ?? '' }), [opening])
  const submit = async (values: Values) => {
    if (opening !== null) return edit.mutateAsync({ openingId: opening.id, ...values })
    const { id } = await add.mutateAsync(values)
    return navigate({ to: paths.opening(id) })
  }
  return (
    <FormDrawer<Values>
      title={t(opening === null ? 'openings.addTitle' : 'openings.editTitle')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={submit}
    >
      <Form.Item
        name="name"
        label={t('openings.name')}
        rules={[{ required: true, whitespace: true, message: t('openings.nameEmpty') }]}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="note" label={t('openings.note')}>
        <Input.TextArea maxLength={2000} autoSize={{ minRows: 2, maxRows: 8 }} />
      </Form.Item>
    </FormDrawer>
  )
}
