import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useAct } from '../../lib/use-api.ts'
import { afterCall, type Provider, useFailureText } from './provider.ts'
import { yuan } from './yuan.ts'

/** Tests a model service and shows what came of it and what it cost. */
export function useProviderTest({ id: providerId, name }: Pick<Provider, 'id' | 'name'>) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const format = useFormat()
  const failureText = useFailureText()
  const test = useAct('POST /api/v1/assistant/provider/:providerId/test', {
    refresh: afterCall,
    timeoutMs: 150_000,
  })
  const run = async () => {
    const result = await test.mutateAsync({ providerId })
    const { failure, estimated, milliseconds } = result
    const show = failure === null ? modal.success : modal.error
    show({
      title: t('assistant.testTitle', { name }),
      content: (
        <>
          <p>
            {failure === null
              ? t('assistant.testDone')
              : t('assistant.testFailed', { reason: failureText(failure) })}
          </p>
          <p className="quiet">
            {t('assistant.testResult', {
              model: result.model,
              time: `${format.number(milliseconds)} ms`,
              input: format.number(result.input),
              cached: format.number(result.cached),
              output: format.number(result.output),
              cost: yuan(result.cost),
            })}
          </p>
          {estimated && <p className="quiet">{t('assistant.testEstimated')}</p>}
        </>
      ),
    })
  }
  return { run, isPending: test.isPending }
}
