import { assistantApi, assistantOfferApi, assistantRequestApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import { giveConsent, listConsents, withdrawConsent } from './consents.service.ts'
import {
  hideOffered,
  listOffered,
  listOffers,
  offerCompanies,
  setOffer,
  withdrawOffer,
} from './offers.service.ts'
import { askForTokens, decideTokenRequest, ownTokenBudget, pageTokenRequests } from './requests.service.ts'
import { type AssistantDeps, readModels, testProvider } from './provider-test.service.ts'
import {
  addProvider,
  deleteProvider,
  editProvider,
  listProviders,
  orderProviders,
  pauseProvider,
  setPrices,
} from './providers.service.ts'
import {
  assistantSettings,
  exportTokenStatistics,
  pageModelCalls,
  reconcileTokens,
  setAssistantSettings,
  tokenStatistics,
} from './tokens.service.ts'

export function assistantRoutes(app: App, deps: AssistantDeps): void {
  routes(
    app,
    assistantApi,
    {
      listProviders,
      addProvider: (ctx, input) => addProvider(ctx, input, deps.secrets),
      editProvider: (ctx, input) => editProvider(ctx, input, deps.secrets),
      pauseProvider,
      orderProviders,
      deleteProvider,
      setPrices,
      assistantSettings,
      setAssistantSettings,
      listConsents,
      giveConsent,
      withdrawConsent,
      tokenStatistics,
      exportTokenStatistics,
      pageModelCalls,
      reconcileTokens,
    },
    {
      readModels: (ctx, input) => readModels(ctx, input, deps),
      testProvider: (ctx, input) => testProvider(ctx, input, deps),
    },
  )
  routes(app, assistantOfferApi, {
    listOffers,
    offerCompanies,
    setOffer,
    withdrawOffer,
    listOffered,
    hideOffered,
  })
  routes(app, assistantRequestApi, {
    ownTokenBudget,
    askForTokens: (ctx, input) => askForTokens(ctx, input, deps),
    pageTokenRequests,
    decideTokenRequest: (ctx, input) => decideTokenRequest(ctx, input, deps),
  })
}
