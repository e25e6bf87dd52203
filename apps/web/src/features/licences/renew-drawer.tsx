import { licenceFileMonths } from '@netward/contract/states/licence'
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useAct } from '../../lib/use-api.ts'
import { dayIn, endOfDay } from '../../lib/wall-clock.ts'
import { zipOf } from '../../lib/zip.ts'
import { useBatchResult } from '../../ui/batch-result.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { filesEndpoint } from './licence.ts'

/** The next revision of several files at once, as one ZIP. */
export function RenewDrawer(props: {
  serials: readonly string[]
  open: boolean
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useTranslation()
  const { serials } = props
  const show = useBatchResult()
  const renew = useAct('POST /api/v1/licence/file/renew', { refresh: [filesEndpoint], errors: 'caller' })
  const title = t('licences.files.renewMany', { count: serials.length })
  return (
    <FormDrawer<{ endsAt: string }>
      title={title}
      open={props.open}
      onClose={props.onClose}
      initialValues={{ endsAt: dayIn(365) }}
      submitText={t('licences.files.renewSubmit')}
      savedText={false}
      onSubmit={async ({ endsAt }) => {
        const { files, failed } = await renew.mutateAsync({ serials: [...serials], endsAt: endOfDay(endsAt) })
        if (files.length > 0) saveFile(zipOf(files), `licences-${dayIn(0)}.zip`)
        if (failed.length > 0) show(title, files.length, failed)
        else notify.success(t('licences.files.renewed', { count: files.length }))
        props.onDone()
      }}
    >
      <p className="quiet">{t('licences.files.renewHint')}</p>
      <ul className="licence-serials mono">
        {serials.map((serial) => (
          <li key={serial}>{serial}</li>
        ))}
      </ul>
      <Form.Item
        name="endsAt"
        label={t('licences.files.until')}
        extra={t('licences.files.untilHint', { months: licenceFileMonths })}
        rules={[{ required: true, message: t('validation.validityEmpty') }]}
      >
        <DateField min={dayIn(1)} />
      </Form.Item>
    </FormDrawer>
  )
}
