import { type DispatchMode, dispatchModes } from '@netward/contract/field-work-values'
import { Form, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../../lib/use-api.ts'
import { FormDrawer } from '../../../ui/form-drawer.tsx'

/** What happens to new orders. */
export function ModeDrawer(props: { mode: DispatchMode; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { mode, open, onClose } = props
  const save = useAct('PUT /api/v1/work/dispatch', {
    errors: 'caller',
    refresh: ['GET /api/v1/work/dispatch'],
  })
  return (
    <FormDrawer<{ mode: DispatchMode }>
      title={t('fieldWork.modeTitle')}
      open={open}
      onClose={onClose}
      initialValues={{ mode }}
      onSubmit={(values) => save.mutateAsync(values)}
    >
      <Form.Item name="mode" label={t('fieldWork.mode')}>
        <Radio.Group className="order-choices">
          {dispatchModes.map((value) => (
            <Radio key={value} value={value}>
              {t(`fieldWork.modes.${value}`)}
              <div className="quiet">{t(`fieldWork.modeHints.${value}`)}</div>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
    </FormDrawer>
  )
}
