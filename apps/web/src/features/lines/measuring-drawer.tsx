import { lineProfileKinds, profileOfType } from '@netward/contract/line-profiles'
import { Form, Input, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { afterLine, type LineDetailRow } from './line.ts'

interface Values {
  profile: LineDetailRow['profile'] | ''
  ispHost: string
  businessHost: string
}

/** The profile and the targets of one line. */
export function MeasuringDrawer({
  line,
  open,
  onClose,
}: {
  line: LineDetailRow
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const save = useAct('PUT /dial/api/v1/line/:lineId/measuring', { errors: 'caller', refresh: afterLine })
  const initialValues = useMemo(
    (): Values => ({
      profile: line.chosenProfile ?? '',
      ispHost: line.ispHost,
      businessHost: line.businessHost,
    }),
    [line],
  )
  const byType = t('lines.profileByType', { name: t(`lines.profiles.${profileOfType(line.type)}`) })
  return (
    <FormDrawer<Values>
      title={t('lines.measuringTitle', { name: line.name })}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={async ({ profile, ispHost, businessHost }) => {
        await save.mutateAsync({
          lineId: line.id,
          profile: profile === '' ? null : profile,
          ispHost: ispHost.trim(),
          businessHost: businessHost.trim(),
        })
      }}
    >
      <Form.Item name="profile" label={t('lines.profile')}>
        <Select
          options={[
            { value: '', label: byType },
            ...lineProfileKinds.map((value) => ({ value, label: t(`lines.profiles.${value}`) })),
          ]}
        />
      </Form.Item>
      <Form.Item name="ispHost" label={t('lines.ispHost')} extra={t('lines.hostHint')}>
        <Input maxLength={253} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="businessHost" label={t('lines.businessHost')} extra={t('lines.hostHint')}>
        <Input maxLength={253} autoComplete="off" spellCheck={false} />
      </Form.Item>
    </FormDrawer>
  )
}
