// Made by `npm run generate` from packages/openapi/v1/openapi.json. Do not edit.

/**
 * Dry-run an activity.
 *
 * Returns whether an activity would be allowed, and why. With request, this is an activity that the caller would submit now: the checks are those of a submission, up to the decision. With activityId, this is a past activity. It is re-evaluated with the current policies, users, wallets and contract interfaces, as a request of the user who submitted it, with the approvals that it had, at the time of the original decision. With proposedPolicies or withoutPolicyIds, the decision is made as if the policies of the organization had been changed. Nothing is executed or stored. This is a separate query and not a header of the activity: a proxy could drop a header, and the activity would then be executed.
 */
export const dryRunActivity = {} as const;

/**
 * Get an activity.
 *
 * Returns one activity of the organization in its current state.
 */
export const getActivity = {} as const;

/**
 * Get an API key.
 *
 * Returns one API key of a user of the organization.
 */
export const getApiKey = {} as const;

/**
 * Get API keys.
 *
 * Lists the API keys of a user or of the whole organization, including session keys, newest first.
 */
export const getApiKeys = {} as const;

/**
 * Get the head of the audit log.
 *
 * Returns the head of the audit chain of the organization, as written by "mintmark audit heads". Keep a copy outside the service to prove later that no earlier entry was changed or removed, even if the whole database was replaced by an older copy.
 */
export const getAuditHead = {} as const;

/**
 * Get the settings of the sign-up proxy.
 *
 * Returns the ID by which clients identify the configuration, the user that the proxy acts as, and all settings.
 */
export const getAuthProxyConfig = {} as const;

/**
 * Get an authenticator.
 *
 * Returns one passkey of a user of the organization.
 */
export const getAuthenticator = {} as const;

/**
 * Get authenticators.
 *
 * Lists the passkeys of a user, newest first.
 */
export const getAuthenticators = {} as const;

/**
 * Get the boot proof of a key.
 *
 * Returns the boot proof of the process that has this ephemeral key. It proves which build of the service signed an app proof. Boot proofs of processes that have ended stay available.
 */
export const getBootProof = {} as const;

/**
 * Get the status of a deployment.
 *
 * Returns the on-chain status of a deployment.
 */
export const getEarnDeployStatus = {} as const;

/**
 * Get the status of a deposit.
 *
 * Returns the on-chain status of a deposit.
 */
export const getEarnDepositStatus = {} as const;

/**
 * Get the status of a withdrawal.
 *
 * Returns the on-chain status of a withdrawal.
 */
export const getEarnWithdrawStatus = {} as const;

/**
 * Get the latest boot proof of an app.
 *
 * Returns the newest proof of which build of an app was started. Each process of the service has its own boot proof.
 */
export const getLatestBootProof = {} as const;

/**
 * Get an OAuth 2.0 client.
 *
 * Returns an OAuth 2.0 client. Its secret is returned sealed, as submitted.
 */
export const getOauth2Credential = {} as const;

/**
 * Get linked identities.
 *
 * Lists the OpenID Connect identities that are linked to a user, or to any user of the organization, newest first.
 */
export const getOauthProviders = {} as const;

/**
 * Get the configuration of an organization.
 *
 * Returns the features and the root quorum of an organization, its storage usage and limit, and the keys that the operator of the service added to its root users. The storage is absent for a while after an upgrade from a version that did not count it.
 */
export const getOrganizationConfigs = {} as const;

/**
 * Get a policy.
 *
 * Returns one policy of the organization.
 */
export const getPolicy = {} as const;

/**
 * Get policy evaluations.
 *
 * Returns what the policies decided about an activity: once for each vote, and once for each submission that was denied, oldest first. A denied submission is not a vote, so its voteId is empty.
 */
export const getPolicyEvaluations = {} as const;

/**
 * Get a private key.
 *
 * Returns the metadata of one standalone private key of the organization, never the key itself.
 */
export const getPrivateKey = {} as const;

/**
 * Get the status of a transaction.
 *
 * Returns the on-chain status of a transaction that the service sent.
 */
export const getSendTransactionStatus = {} as const;

/**
 * Get a session profile.
 *
 * Returns a session profile of the organization. A sub-organization uses the profiles of its parent.
 */
export const getSessionProfile = {} as const;

/**
 * List session profiles.
 *
 * Lists the session profiles of the organization, newest first. A sub-organization uses the profiles of its parent.
 */
export const getSessionProfiles = {} as const;

/**
 * Get a smart contract interface.
 *
 * Returns the interface (ABI or IDL) of a contract or program that the organization has stored.
 */
export const getSmartContractInterface = {} as const;

/**
 * Get a user.
 *
 * Returns one user of the organization, with its credentials and tags.
 */
export const getUser = {} as const;

/**
 * Get a wallet.
 *
 * Returns the metadata of one wallet of the organization, never its seed phrase.
 */
export const getWallet = {} as const;

/**
 * Get a wallet account.
 *
 * Returns the account of a wallet that matches an address, a path, or both. If several accounts match, the one that was created first is returned.
 */
export const getWalletAccount = {} as const;

/**
 * List activities.
 *
 * Lists the activities of the organization that match the filters, newest first. To page, pass the ID of the last activity as after. A page may hold fewer activities than its limit if they are large; only an empty page marks the end.
 */
export const listActivities = { items: 'activities', cursor: 'id' } as const;

/**
 * List the values of an activity.
 *
 * Lists everything that policies see of an activity, each value in full, for the users who must approve it: the decoded transaction, the signing key, and the parameters that policies can name. Recipients, amounts, fees and calls come first. Wallets, keys and contract interfaces are read in their current state. If they change between two pages, the cursor is refused, so that pages never mix two lists. A page may hold fewer values than its limit if they are long; pageInfo shows whether more follow.
 */
export const listActivityValues = { items: 'values' } as const;

/**
 * List the app proofs of an activity.
 *
 * Returns the proofs of an activity, oldest first: the decision about it, and each address that it derived. The list is empty if no request about the activity asked for proofs, and while the activity is waiting for approvals.
 */
export const listAppProofs = {} as const;

/**
 * List the enabled vaults.
 *
 * Lists the vaults that the organization has enabled. Claimable fees, and the wallet that receives them, are shown only to a parent organization.
 */
export const listEarnEnabledVaults = {} as const;

/**
 * List the vaults in the catalog.
 *
 * Lists the vaults whose underlying asset matches, by value locked in US dollars, largest first. Cursors are opaque: pass pageInfo.endCursor as after.
 */
export const listEarnVaults = { items: 'vaults' } as const;

/**
 * List the transactions of an address.
 *
 * Lists the transactions that touched an EVM wallet account, most recent first. Cursors are opaque and belong to one address and chain.
 */
export const listEthTransactionHistory = { items: 'transactions' } as const;

/**
 * List OAuth 2.0 clients.
 *
 * Lists the OAuth 2.0 clients of the organization, newest first. Their secrets are returned sealed, as submitted.
 */
export const listOauth2Credentials = {} as const;

/**
 * List policies.
 *
 * Lists the policies of the organization, newest first.
 */
export const listPolicies = {} as const;

/**
 * List private key tags.
 *
 * Lists the tags that group the private keys of the organization.
 */
export const listPrivateKeyTags = {} as const;

/**
 * List private keys.
 *
 * Lists the metadata of the standalone private keys of the organization, never the keys themselves.
 */
export const listPrivateKeys = {} as const;

/**
 * List smart contract interfaces.
 *
 * Lists the contract interfaces (ABI or IDL) that the organization has stored, newest first.
 */
export const listSmartContractInterfaces = {} as const;

/**
 * List sub-organizations.
 *
 * Lists the sub-organizations of a parent organization, newest first, or only those that match a filter. To page, pass the last ID as after.
 */
export const listSuborgs = { items: 'organizationIds', cursor: 'item' } as const;

/**
 * List user tags.
 *
 * Lists the tags that group the users of the organization, newest first.
 */
export const listUserTags = {} as const;

/**
 * List users.
 *
 * Lists the users of the organization, newest first, each with its credentials and tags.
 */
export const listUsers = {} as const;

/**
 * List sub-organizations by verified contact.
 *
 * Lists the sub-organizations that have a user with a verified e-mail address or phone number. To page, pass the last ID as after.
 */
export const listVerifiedSuborgs = { items: 'organizationIds', cursor: 'item' } as const;

/**
 * List wallet accounts.
 *
 * Lists the accounts of a wallet, or of all wallets of the organization, newest first. To page, pass the last ID as after.
 */
export const listWalletAccounts = { items: 'accounts', cursor: 'walletAccountId' } as const;

/**
 * List wallets.
 *
 * Lists the wallets of the organization, newest first.
 */
export const listWallets = {} as const;

/**
 * List the deliveries to a webhook endpoint.
 *
 * Lists the last 100 deliveries to an endpoint, newest events first. A delivery is listed once its first attempt has ended. Only an empty page marks the end.
 */
export const listWebhookDeliveries = { items: 'webhookDeliveries', cursor: 'webhookDeliveryId' } as const;

/**
 * List webhook endpoints.
 *
 * Lists the webhook endpoints of the organization, oldest first, including those that are turned off.
 */
export const listWebhookEndpoints = {} as const;

/**
 * Who am I.
 *
 * Returns the user that the stamping credential belongs to, and the organization of that user.
 */
export const whoami = {} as const;

/**
 * Approve an activity.
 *
 * Approves an activity that is waiting for consensus, and returns it. The activity is executed with the last approval that it needs. Approvals count for 24 hours after its submission.
 */
export const approveActivity = { version: '', vote: true } as const;

/**
 * Claim swap fees.
 *
 * Asks the swap provider to pay the swap fees that have accrued to the fee receiver of a parent organization. The service first asks the provider how much can be claimed: if that is nothing, the activity fails with NO_SWAP_FEES. It also fails if the server has no swap provider (SWAP_PROVIDER_NOT_CONFIGURED), or if the provider returns no usable response (SWAP_PROVIDER_FAILED). A completed activity means that the claim is stored and will be sent, repeatedly if necessary and with the same ID, until the provider accepts or refuses it. Until then the organization cannot claim again.
 */
export const claimSwapFees = { version: '' } as const;

/**
 * Create API keys.
 *
 * Registers public keys; their private keys stamp requests as the user. If a user already has the maximum number of expiring keys, a new key replaces an expired one, or else the oldest one.
 */
export const createApiKeys = { version: '_V2' } as const;

/**
 * Create authenticators.
 *
 * Registers passkeys that stamp requests as the user.
 */
export const createAuthenticators = { version: '_V2' } as const;

/**
 * Store an OAuth 2.0 client.
 *
 * Stores the client ID and the sealed client secret of an OAuth 2.0 provider. Only a parent organization can have OAuth 2.0 clients.
 */
export const createOauth2Credential = { version: '' } as const;

/**
 * Link OpenID Connect identities.
 *
 * Links identities at OpenID Connect providers to a user, who can then log in with them.
 */
export const createOauthProviders = { version: '_V2' } as const;

/**
 * Create policies.
 *
 * Stores policies, which take effect immediately. Either all of them are created or none. No two policies of an organization have the same name, and an organization has at most 100.
 */
export const createPolicies = { version: '' } as const;

/**
 * Create a policy.
 *
 * Stores a policy, which takes effect immediately. It also applies to activities that are waiting for approvals. A policy with an expression that does not compile is refused. No two policies of an organization have the same name, and an organization has at most 100.
 */
export const createPolicy = { version: '_V3' } as const;

/**
 * Create a private key tag.
 *
 * Creates a tag and puts it on private keys. No two private key tags of an organization have the same name.
 */
export const createPrivateKeyTag = { version: '' } as const;

/**
 * Create private keys.
 *
 * Creates standalone private keys. Either all of them are created or none. No two private keys of an organization have the same name.
 */
export const createPrivateKeys = { version: '_V2' } as const;

/**
 * Create a read-write session.
 *
 * Creates a short-lived API key for the caller and returns it sealed to a key of the client. A caller cannot start a session for another user: to sign users in, exchange their verification token with otp_login, or their identity token with oauth_login. Prefer the ID of the sub-organization over the ID of its parent.
 */
export const createReadWriteSession = { version: '_V2' } as const;

/**
 * Create a session profile.
 *
 * Creates a profile for sessions of the organization and of its sub-organizations. A session with the profile can submit and approve only what the scope allows, whatever its user may do, and can start only sessions with the same profile. A scope that allows creating credentials or users allows everything, because new credentials and users have no profile. Only a parent organization can have profiles, at most 100. A profile cannot be changed or deleted.
 */
export const createSessionProfile = { version: '' } as const;

/**
 * Store a smart contract interface.
 *
 * Stores the interface of a contract or program, so that policies can name the functions and arguments of calls to it. An organization has at most one interface for each type and address, and at most 100 in total.
 */
export const createSmartContractInterface = { version: '' } as const;

/**
 * Create a sub-organization.
 *
 * Creates a sub-organization with its root users and, if requested, a wallet. Only a parent organization has sub-organizations; it can read them but not write to them.
 */
export const createSubOrganization = { version: '_V8' } as const;

/**
 * Create a user tag.
 *
 * Creates a tag and puts it on users. No two user tags of an organization have the same name.
 */
export const createUserTag = { version: '' } as const;

/**
 * Create users.
 *
 * Adds users to the organization, each with its credentials. Either all of them are created or none.
 */
export const createUsers = { version: '_V4' } as const;

/**
 * Create a wallet.
 *
 * Creates a wallet from a new seed phrase and derives accounts in it. No two wallets of an organization have the same name, and neither do two named wallet accounts. An organization has at most 100 wallets, and a wallet at most 1,000 accounts, unless the operator of the service has set another limit for accounts.
 */
export const createWallet = { version: '' } as const;

/**
 * Create wallet accounts.
 *
 * Derives accounts in a wallet. Either all of them are created or none. A path that the wallet already has with the same address format is refused. A wallet has at most 1,000 accounts, unless the operator of the service has set another limit; a wallet that already has more keeps them.
 */
export const createWalletAccounts = { version: '' } as const;

/**
 * Create a webhook endpoint.
 *
 * Creates an endpoint that receives new events of the organization and of its sub-organizations. Events are signed according to the Standard Webhooks specification, with the ed25519 key at /public/v1/discovery/webhooks/jwks. An organization has at most 10 endpoints. Only a parent organization can subscribe to transactions and balances.
 */
export const createWebhookEndpoint = { version: '' } as const;

/**
 * Delete API keys.
 *
 * Deletes API keys of a user, including session keys. Requests stamped with a deleted key are refused. The last credential of a user cannot be deleted.
 */
export const deleteApiKeys = { version: '' } as const;

/**
 * Delete authenticators.
 *
 * Deletes passkeys of a user. Requests stamped with a deleted passkey are refused. The last credential of a user cannot be deleted.
 */
export const deleteAuthenticators = { version: '' } as const;

/**
 * Delete an OAuth 2.0 client.
 *
 * Deletes an OAuth 2.0 client and its sealed secret.
 */
export const deleteOauth2Credential = { version: '' } as const;

/**
 * Unlink OpenID Connect identities.
 *
 * Deletes links between a user and identities at OpenID Connect providers. The user can no longer log in with them. The last credential of a user cannot be deleted.
 */
export const deleteOauthProviders = { version: '' } as const;

/**
 * Delete policies.
 *
 * Deletes policies. Either all of them are deleted or none.
 */
export const deletePolicies = { version: '' } as const;

/**
 * Delete a policy.
 *
 * Deletes a policy. It no longer applies to anything, including activities that are waiting for approvals.
 */
export const deletePolicy = { version: '' } as const;

/**
 * Delete private key tags.
 *
 * Deletes tags and takes them off every private key that has them.
 */
export const deletePrivateKeyTags = { version: '' } as const;

/**
 * Delete private keys.
 *
 * Deletes private keys and takes their tags off them. Either all of them are deleted or none. The request is refused if a key was never exported, unless deleteWithoutExport is true.
 */
export const deletePrivateKeys = { version: '' } as const;

/**
 * Delete a smart contract interface.
 *
 * Deletes the interface of a contract or program. Policies can no longer name the functions and arguments of calls to it.
 */
export const deleteSmartContractInterface = { version: '' } as const;

/**
 * Delete a sub-organization.
 *
 * Deletes the sub-organization that the request names, with everything in it. A root user of the sub-organization submits the request; its parent cannot. The sub-organization can no longer be used, and its secrets are erased immediately; its accounts are removed in the background.
 */
export const deleteSubOrganization = { version: '' } as const;

/**
 * Delete user tags.
 *
 * Deletes tags and takes them off every user that has them.
 */
export const deleteUserTags = { version: '' } as const;

/**
 * Delete users.
 *
 * Deletes users and their credentials. Either all of them are deleted or none. Enough root users who can act must remain for the root quorum.
 */
export const deleteUsers = { version: '' } as const;

/**
 * Delete wallet accounts.
 *
 * Deletes accounts and keeps their wallets. Either all of them are deleted or none. The request is refused if neither an account nor its wallet was ever exported, unless deleteWithoutExport is true. One request deletes at most 2,000 accounts.
 */
export const deleteWalletAccounts = { version: '' } as const;

/**
 * Delete wallets.
 *
 * Deletes wallets with their seed phrases and accounts. Either all of them are deleted or none. The request is refused if a wallet was never exported, unless deleteWithoutExport is true. One request deletes at most 2,000 accounts.
 */
export const deleteWallets = { version: '' } as const;

/**
 * Delete a webhook endpoint.
 *
 * Deletes an endpoint with its subscriptions. Events that are not delivered yet are not sent to it.
 */
export const deleteWebhookEndpoint = { version: '' } as const;

/**
 * Disable the sign-up proxy.
 *
 * Removes the user that the sign-up proxy acts as, its key and the settings, and switches the proxy off. Users can no longer sign up or log in through it; their sub-organizations remain. The request is refused if the root quorum could not act without the proxy.
 */
export const disableAuthProxy = { version: '' } as const;

/**
 * Deploy a wrapper in front of a vault.
 *
 * Enables a vault by deploying a fee wrapper in front of it: an ERC-4626 vault of the same asset, which takes a fee on yield. Its address is derived from the organization, the vault, the wallet and the fee, so deploying the same wrapper again returns the first one. A wrapper can never be changed or stopped. The account that the operator configured pays for the deployment. get_earn_deploy_status returns its status.
 */
export const earnDeployWrapper = { version: '' } as const;

/**
 * Deposit into a wrapper.
 *
 * Deposits an amount of the asset from an account into a wrapper; the account receives the shares. The deposit is refused while deposits to the wrapper are disabled. The wrapper needs an allowance: if it is missing, an approval of exactly this amount is sent first, in the same transaction if the account has code that implements ERC-7821, else in a separate transaction. Policies see both calls as Ethereum transactions. get_earn_deposit_status returns the status of the deposit.
 */
export const earnDeposit = { version: '' } as const;

/**
 * Enable or disable deposits to a wrapper.
 *
 * Disables or enables deposits to a fee wrapper that the organization deployed. While they are disabled, deposits are rejected; withdrawals stay allowed in both states.
 */
export const earnSetWrapperState = { version: '' } as const;

/**
 * Withdraw from a wrapper.
 *
 * Withdraws from a wrapper to the account that holds the shares. Works even while deposits are disabled. Policies see the call as an Ethereum transaction; with max, its number of shares appears as the maximum uint256. get_earn_withdraw_status returns its status.
 */
export const earnWithdraw = { version: '' } as const;

/**
 * Enable the sign-up proxy.
 *
 * Creates the user that the sign-up proxy acts as, with a key that never leaves the service, and switches the proxy on. The configuration keeps its ID. Only a top-level organization can have a sign-up proxy.
 */
export const enableAuthProxy = { version: '' } as const;

/**
 * Send a transaction to an EVM chain.
 *
 * Signs an EIP-1559 transaction with a wallet account or a private key, and sends it. If nonce, gas or fees are absent, the service gets them from the blockchain node. The activity is completed once the transaction is signed and stored; get_send_transaction_status returns its status. Several calls become one transaction, which succeeds or fails as a whole; the account needs code that implements ERC-7821. Policies see each call as an Ethereum transaction, without the absent fields.
 */
export const ethSendTransaction = { version: '_V2' } as const;

/**
 * Export a private key.
 *
 * Returns a standalone private key, sealed to a key of the client.
 */
export const exportPrivateKey = { version: '' } as const;

/**
 * Export a wallet.
 *
 * Returns the seed phrase of a wallet, sealed to a key of the client. If the wallet was imported with a passphrase, a line break and the passphrase follow the words. The words are those that the wallet was created from. If the request names a language, it must be the language of these words: the words of another language would derive a different wallet.
 */
export const exportWallet = { version: '' } as const;

/**
 * Export a wallet account.
 *
 * Returns the private key of one wallet account, sealed to a key of the client.
 */
export const exportWalletAccount = { version: '' } as const;

/**
 * Import a private key.
 *
 * Imports a private key from the client. The 32 bytes of the key are encrypted to the import key that init_import_private_key created for the calling user. The import key works once and expires after an hour.
 */
export const importPrivateKey = { version: '' } as const;

/**
 * Import a wallet.
 *
 * Creates a wallet from a seed phrase of the client and derives accounts in it. The seed phrase is encrypted to the import key that init_import_wallet created for the calling user. The import key works once and expires after an hour. A line break and a passphrase may follow the words.
 */
export const importWallet = { version: '' } as const;

/**
 * Prepare a private key import.
 *
 * Creates a one-time key that the calling user encrypts a private key to.
 */
export const initImportPrivateKey = { version: '' } as const;

/**
 * Prepare a wallet import.
 *
 * Creates a one-time key that the calling user encrypts a seed phrase to.
 */
export const initImportWallet = { version: '' } as const;

/**
 * Send a one-time passcode.
 *
 * Sends a one-time passcode by e-mail or SMS. A top-level organization sends it to any contact, a sub-organization only to the contacts of its users; the response is the same either way. Users of the parent may submit the request in a sub-organization. If a user of a sub-organization submits it, the message has the text, the sender, the logo and the link of the parent, as configured in its sign-up proxy. Messages to one contact are counted across the parent and all its sub-organizations.
 */
export const initOtp = { version: '_V3' } as const;

/**
 * Authenticate with OAuth 2.0.
 *
 * Exchanges the authorization code of an OAuth 2.0 provider with PKCE, and gets the identity of the user from the provider. The result is an OIDC token that this service issues for that user. It can be used wherever an OIDC token is expected, for ten minutes. If the provider refuses, the activity fails with OAUTH2_AUTHENTICATION_FAILED.
 */
export const oauth2Authenticate = { version: '' } as const;

/**
 * Log in with an OIDC token.
 *
 * Starts a session for the user who is linked to the identity of an OIDC token. The nonce of the token, or its tknonce, must be the SHA-256 of publicKey: the lower-case hex digest of the lower-case hex text of the key. A user of the parent organization may log in users of a sub-organization.
 */
export const oauthLogin = { version: '' } as const;

/**
 * Log in with a one-time passcode.
 *
 * Starts a session for the owner of a verified e-mail address or phone number. Requests are then stamped with the session key; the session token describes the session but does not authenticate.
 */
export const otpLogin = { version: '_V2' } as const;

/**
 * Reject an activity.
 *
 * Rejects an activity that is waiting for consensus, and returns it. One rejection by a user whose approval would have counted is final.
 */
export const rejectActivity = { version: '', vote: true } as const;

/**
 * Remove a feature.
 *
 * Removes a feature and its value from the organization. A login method that the root quorum needs cannot be removed, nor can FEATURE_NAME_OPERATOR_RECOVERY_FORBIDDEN. Only the root quorum can do this.
 */
export const removeOrganizationFeature = { version: '' } as const;

/**
 * Set a feature.
 *
 * Adds a feature to the organization, or changes the value of one. Origins that would lock out passkeys that the root quorum needs are refused. FEATURE_NAME_OPERATOR_RECOVERY_FORBIDDEN prevents the operator of the service from adding keys to root users of the organization and of its sub-organizations, and can never be removed. Only the root quorum can do this.
 */
export const setOrganizationFeature = { version: '' } as const;

/**
 * Sign a raw payload.
 *
 * Signs a payload with a wallet account or a private key. Signatures for Taproot addresses use BIP-340 with the key tweaked according to BIP-341; for Spark addresses, BIP-340; for all other secp256k1 and P-256 keys, deterministic low-s ECDSA. ed25519 keys require HASH_FUNCTION_NOT_APPLICABLE; other keys do not accept it.
 */
export const signRawPayload = { version: '_V2' } as const;

/**
 * Sign raw payloads.
 *
 * Signs several payloads with one wallet account or private key, each as sign_raw_payload does. Either all of them are signed or none.
 */
export const signRawPayloads = { version: '' } as const;

/**
 * Sign a transaction.
 *
 * Parses a transaction and signs it with a wallet account or a private key. Bytes that are not the exact encoding of the parsed transaction are refused. In a PSBT, every input that the key can spend is signed, and the PSBT is not finalized.
 */
export const signTransaction = { version: '_V2' } as const;

/**
 * Log in with a stamp.
 *
 * Starts a session for the user who stamps the request with an API key or a passkey, or who proves a contact or an identity with an attested stamp. organizationId may be the parent of the sub-organization of the user.
 */
export const stampLogin = { version: '' } as const;

/**
 * Update the settings of the sign-up proxy.
 *
 * Changes the given settings of the sign-up proxy. The others stay unchanged.
 */
export const updateAuthProxyConfig = { version: '' } as const;

/**
 * Replace an OAuth 2.0 client.
 *
 * Replaces everything that is stored about an OAuth 2.0 client. Its ID stays the same.
 */
export const updateOauth2Credential = { version: '' } as const;

/**
 * Update a policy.
 *
 * Changes a policy. Absent members stay unchanged. The changed policy also applies to activities that are waiting for approvals. An expression that does not compile is refused. No two policies of an organization have the same name.
 */
export const updatePolicy = { version: '_V2' } as const;

/**
 * Update a private key tag.
 *
 * Renames a tag, puts it on private keys, and takes it off others.
 */
export const updatePrivateKeyTag = { version: '' } as const;

/**
 * Update the root quorum.
 *
 * Sets the root users, and how many of them must approve. At least that many must be able to act. If the previous quorum had permanent access, the new one must have it too. Only the root quorum can do this.
 */
export const updateRootQuorum = { version: '' } as const;

/**
 * Update a user.
 *
 * Changes the name, the contacts or the tags of a user. Absent fields stay unchanged. A new contact counts as unverified.
 */
export const updateUser = { version: '' } as const;

/**
 * Change a user's e-mail address.
 *
 * Sets the e-mail address of a user, or removes it. An address that is the only credential of the user cannot be removed.
 */
export const updateUserEmail = { version: '' } as const;

/**
 * Change a user's phone number.
 *
 * Sets the phone number of a user, or removes it. A number that is the only credential of the user cannot be removed.
 */
export const updateUserPhoneNumber = { version: '' } as const;

/**
 * Update a user tag.
 *
 * Renames a tag, puts it on users, and takes it off others.
 */
export const updateUserTag = { version: '' } as const;

/**
 * Update a wallet.
 *
 * Renames a wallet. No two wallets of an organization have the same name.
 */
export const updateWallet = { version: '' } as const;

/**
 * Update a webhook endpoint.
 *
 * Changes the URL or the name of an endpoint, or turns it off and on. Absent fields stay unchanged. If the service has paused the endpoint after days of failed deliveries, turning it on ends the pause. Events that happen while the endpoint is off are not kept for it. The subscriptions cannot be changed.
 */
export const updateWebhookEndpoint = { version: '' } as const;

/**
 * Set the swap configuration.
 *
 * Replaces the whole swap configuration of a parent organization: who receives the client fee, and how much it is. Fields that are absent from the request are unset. If the request sets a fee and names no receiver, a new wallet with one Ethereum account is created, and its address is the receiver in the result. To keep the current receiver, name it in the request. get_organization_configs shows the configuration as the feature FEATURE_NAME_SWAP_CONFIG.
 */
export const upsertSwapConfig = { version: '' } as const;

/**
 * Verify a one-time passcode.
 *
 * Exchanges a one-time passcode for a verification token, which proves the contact once and works only with the key of the client. A code allows three attempts.
 */
export const verifyOtp = { version: '_V2' } as const;

export interface OrThrow {
  /**
   * Claim swap fees.
   *
   * Asks the swap provider to pay the swap fees that have accrued to the fee receiver of a parent organization. The service first asks the provider how much can be claimed: if that is nothing, the activity fails with NO_SWAP_FEES. It also fails if the server has no swap provider (SWAP_PROVIDER_NOT_CONFIGURED), or if the provider returns no usable response (SWAP_PROVIDER_FAILED). A completed activity means that the claim is stored and will be sent, repeatedly if necessary and with the same ID, until the provider accepts or refuses it. Until then the organization cannot claim again.
   */
  claimSwapFeesOrThrow: 'claimSwapFees';
  /**
   * Create API keys.
   *
   * Registers public keys; their private keys stamp requests as the user. If a user already has the maximum number of expiring keys, a new key replaces an expired one, or else the oldest one.
   */
  createApiKeysOrThrow: 'createApiKeys';
  /**
   * Create authenticators.
   *
   * Registers passkeys that stamp requests as the user.
   */
  createAuthenticatorsOrThrow: 'createAuthenticators';
  /**
   * Store an OAuth 2.0 client.
   *
   * Stores the client ID and the sealed client secret of an OAuth 2.0 provider. Only a parent organization can have OAuth 2.0 clients.
   */
  createOauth2CredentialOrThrow: 'createOauth2Credential';
  /**
   * Link OpenID Connect identities.
   *
   * Links identities at OpenID Connect providers to a user, who can then log in with them.
   */
  createOauthProvidersOrThrow: 'createOauthProviders';
  /**
   * Create policies.
   *
   * Stores policies, which take effect immediately. Either all of them are created or none. No two policies of an organization have the same name, and an organization has at most 100.
   */
  createPoliciesOrThrow: 'createPolicies';
  /**
   * Create a policy.
   *
   * Stores a policy, which takes effect immediately. It also applies to activities that are waiting for approvals. A policy with an expression that does not compile is refused. No two policies of an organization have the same name, and an organization has at most 100.
   */
  createPolicyOrThrow: 'createPolicy';
  /**
   * Create a private key tag.
   *
   * Creates a tag and puts it on private keys. No two private key tags of an organization have the same name.
   */
  createPrivateKeyTagOrThrow: 'createPrivateKeyTag';
  /**
   * Create private keys.
   *
   * Creates standalone private keys. Either all of them are created or none. No two private keys of an organization have the same name.
   */
  createPrivateKeysOrThrow: 'createPrivateKeys';
  /**
   * Create a read-write session.
   *
   * Creates a short-lived API key for the caller and returns it sealed to a key of the client. A caller cannot start a session for another user: to sign users in, exchange their verification token with otp_login, or their identity token with oauth_login. Prefer the ID of the sub-organization over the ID of its parent.
   */
  createReadWriteSessionOrThrow: 'createReadWriteSession';
  /**
   * Create a session profile.
   *
   * Creates a profile for sessions of the organization and of its sub-organizations. A session with the profile can submit and approve only what the scope allows, whatever its user may do, and can start only sessions with the same profile. A scope that allows creating credentials or users allows everything, because new credentials and users have no profile. Only a parent organization can have profiles, at most 100. A profile cannot be changed or deleted.
   */
  createSessionProfileOrThrow: 'createSessionProfile';
  /**
   * Store a smart contract interface.
   *
   * Stores the interface of a contract or program, so that policies can name the functions and arguments of calls to it. An organization has at most one interface for each type and address, and at most 100 in total.
   */
  createSmartContractInterfaceOrThrow: 'createSmartContractInterface';
  /**
   * Create a sub-organization.
   *
   * Creates a sub-organization with its root users and, if requested, a wallet. Only a parent organization has sub-organizations; it can read them but not write to them.
   */
  createSubOrganizationOrThrow: 'createSubOrganization';
  /**
   * Create a user tag.
   *
   * Creates a tag and puts it on users. No two user tags of an organization have the same name.
   */
  createUserTagOrThrow: 'createUserTag';
  /**
   * Create users.
   *
   * Adds users to the organization, each with its credentials. Either all of them are created or none.
   */
  createUsersOrThrow: 'createUsers';
  /**
   * Create a wallet.
   *
   * Creates a wallet from a new seed phrase and derives accounts in it. No two wallets of an organization have the same name, and neither do two named wallet accounts. An organization has at most 100 wallets, and a wallet at most 1,000 accounts, unless the operator of the service has set another limit for accounts.
   */
  createWalletOrThrow: 'createWallet';
  /**
   * Create wallet accounts.
   *
   * Derives accounts in a wallet. Either all of them are created or none. A path that the wallet already has with the same address format is refused. A wallet has at most 1,000 accounts, unless the operator of the service has set another limit; a wallet that already has more keeps them.
   */
  createWalletAccountsOrThrow: 'createWalletAccounts';
  /**
   * Create a webhook endpoint.
   *
   * Creates an endpoint that receives new events of the organization and of its sub-organizations. Events are signed according to the Standard Webhooks specification, with the ed25519 key at /public/v1/discovery/webhooks/jwks. An organization has at most 10 endpoints. Only a parent organization can subscribe to transactions and balances.
   */
  createWebhookEndpointOrThrow: 'createWebhookEndpoint';
  /**
   * Delete API keys.
   *
   * Deletes API keys of a user, including session keys. Requests stamped with a deleted key are refused. The last credential of a user cannot be deleted.
   */
  deleteApiKeysOrThrow: 'deleteApiKeys';
  /**
   * Delete authenticators.
   *
   * Deletes passkeys of a user. Requests stamped with a deleted passkey are refused. The last credential of a user cannot be deleted.
   */
  deleteAuthenticatorsOrThrow: 'deleteAuthenticators';
  /**
   * Delete an OAuth 2.0 client.
   *
   * Deletes an OAuth 2.0 client and its sealed secret.
   */
  deleteOauth2CredentialOrThrow: 'deleteOauth2Credential';
  /**
   * Unlink OpenID Connect identities.
   *
   * Deletes links between a user and identities at OpenID Connect providers. The user can no longer log in with them. The last credential of a user cannot be deleted.
   */
  deleteOauthProvidersOrThrow: 'deleteOauthProviders';
  /**
   * Delete policies.
   *
   * Deletes policies. Either all of them are deleted or none.
   */
  deletePoliciesOrThrow: 'deletePolicies';
  /**
   * Delete a policy.
   *
   * Deletes a policy. It no longer applies to anything, including activities that are waiting for approvals.
   */
  deletePolicyOrThrow: 'deletePolicy';
  /**
   * Delete private key tags.
   *
   * Deletes tags and takes them off every private key that has them.
   */
  deletePrivateKeyTagsOrThrow: 'deletePrivateKeyTags';
  /**
   * Delete private keys.
   *
   * Deletes private keys and takes their tags off them. Either all of them are deleted or none. The request is refused if a key was never exported, unless deleteWithoutExport is true.
   */
  deletePrivateKeysOrThrow: 'deletePrivateKeys';
  /**
   * Delete a smart contract interface.
   *
   * Deletes the interface of a contract or program. Policies can no longer name the functions and arguments of calls to it.
   */
  deleteSmartContractInterfaceOrThrow: 'deleteSmartContractInterface';
  /**
   * Delete a sub-organization.
   *
   * Deletes the sub-organization that the request names, with everything in it. A root user of the sub-organization submits the request; its parent cannot. The sub-organization can no longer be used, and its secrets are erased immediately; its accounts are removed in the background.
   */
  deleteSubOrganizationOrThrow: 'deleteSubOrganization';
  /**
   * Delete user tags.
   *
   * Deletes tags and takes them off every user that has them.
   */
  deleteUserTagsOrThrow: 'deleteUserTags';
  /**
   * Delete users.
   *
   * Deletes users and their credentials. Either all of them are deleted or none. Enough root users who can act must remain for the root quorum.
   */
  deleteUsersOrThrow: 'deleteUsers';
  /**
   * Delete wallet accounts.
   *
   * Deletes accounts and keeps their wallets. Either all of them are deleted or none. The request is refused if neither an account nor its wallet was ever exported, unless deleteWithoutExport is true. One request deletes at most 2,000 accounts.
   */
  deleteWalletAccountsOrThrow: 'deleteWalletAccounts';
  /**
   * Delete wallets.
   *
   * Deletes wallets with their seed phrases and accounts. Either all of them are deleted or none. The request is refused if a wallet was never exported, unless deleteWithoutExport is true. One request deletes at most 2,000 accounts.
   */
  deleteWalletsOrThrow: 'deleteWallets';
  /**
   * Delete a webhook endpoint.
   *
   * Deletes an endpoint with its subscriptions. Events that are not delivered yet are not sent to it.
   */
  deleteWebhookEndpointOrThrow: 'deleteWebhookEndpoint';
  /**
   * Disable the sign-up proxy.
   *
   * Removes the user that the sign-up proxy acts as, its key and the settings, and switches the proxy off. Users can no longer sign up or log in through it; their sub-organizations remain. The request is refused if the root quorum could not act without the proxy.
   */
  disableAuthProxyOrThrow: 'disableAuthProxy';
  /**
   * Deploy a wrapper in front of a vault.
   *
   * Enables a vault by deploying a fee wrapper in front of it: an ERC-4626 vault of the same asset, which takes a fee on yield. Its address is derived from the organization, the vault, the wallet and the fee, so deploying the same wrapper again returns the first one. A wrapper can never be changed or stopped. The account that the operator configured pays for the deployment. get_earn_deploy_status returns its status.
   */
  earnDeployWrapperOrThrow: 'earnDeployWrapper';
  /**
   * Deposit into a wrapper.
   *
   * Deposits an amount of the asset from an account into a wrapper; the account receives the shares. The deposit is refused while deposits to the wrapper are disabled. The wrapper needs an allowance: if it is missing, an approval of exactly this amount is sent first, in the same transaction if the account has code that implements ERC-7821, else in a separate transaction. Policies see both calls as Ethereum transactions. get_earn_deposit_status returns the status of the deposit.
   */
  earnDepositOrThrow: 'earnDeposit';
  /**
   * Enable or disable deposits to a wrapper.
   *
   * Disables or enables deposits to a fee wrapper that the organization deployed. While they are disabled, deposits are rejected; withdrawals stay allowed in both states.
   */
  earnSetWrapperStateOrThrow: 'earnSetWrapperState';
  /**
   * Withdraw from a wrapper.
   *
   * Withdraws from a wrapper to the account that holds the shares. Works even while deposits are disabled. Policies see the call as an Ethereum transaction; with max, its number of shares appears as the maximum uint256. get_earn_withdraw_status returns its status.
   */
  earnWithdrawOrThrow: 'earnWithdraw';
  /**
   * Enable the sign-up proxy.
   *
   * Creates the user that the sign-up proxy acts as, with a key that never leaves the service, and switches the proxy on. The configuration keeps its ID. Only a top-level organization can have a sign-up proxy.
   */
  enableAuthProxyOrThrow: 'enableAuthProxy';
  /**
   * Send a transaction to an EVM chain.
   *
   * Signs an EIP-1559 transaction with a wallet account or a private key, and sends it. If nonce, gas or fees are absent, the service gets them from the blockchain node. The activity is completed once the transaction is signed and stored; get_send_transaction_status returns its status. Several calls become one transaction, which succeeds or fails as a whole; the account needs code that implements ERC-7821. Policies see each call as an Ethereum transaction, without the absent fields.
   */
  ethSendTransactionOrThrow: 'ethSendTransaction';
  /**
   * Export a private key.
   *
   * Returns a standalone private key, sealed to a key of the client.
   */
  exportPrivateKeyOrThrow: 'exportPrivateKey';
  /**
   * Export a wallet.
   *
   * Returns the seed phrase of a wallet, sealed to a key of the client. If the wallet was imported with a passphrase, a line break and the passphrase follow the words. The words are those that the wallet was created from. If the request names a language, it must be the language of these words: the words of another language would derive a different wallet.
   */
  exportWalletOrThrow: 'exportWallet';
  /**
   * Export a wallet account.
   *
   * Returns the private key of one wallet account, sealed to a key of the client.
   */
  exportWalletAccountOrThrow: 'exportWalletAccount';
  /**
   * Import a private key.
   *
   * Imports a private key from the client. The 32 bytes of the key are encrypted to the import key that init_import_private_key created for the calling user. The import key works once and expires after an hour.
   */
  importPrivateKeyOrThrow: 'importPrivateKey';
  /**
   * Import a wallet.
   *
   * Creates a wallet from a seed phrase of the client and derives accounts in it. The seed phrase is encrypted to the import key that init_import_wallet created for the calling user. The import key works once and expires after an hour. A line break and a passphrase may follow the words.
   */
  importWalletOrThrow: 'importWallet';
  /**
   * Prepare a private key import.
   *
   * Creates a one-time key that the calling user encrypts a private key to.
   */
  initImportPrivateKeyOrThrow: 'initImportPrivateKey';
  /**
   * Prepare a wallet import.
   *
   * Creates a one-time key that the calling user encrypts a seed phrase to.
   */
  initImportWalletOrThrow: 'initImportWallet';
  /**
   * Send a one-time passcode.
   *
   * Sends a one-time passcode by e-mail or SMS. A top-level organization sends it to any contact, a sub-organization only to the contacts of its users; the response is the same either way. Users of the parent may submit the request in a sub-organization. If a user of a sub-organization submits it, the message has the text, the sender, the logo and the link of the parent, as configured in its sign-up proxy. Messages to one contact are counted across the parent and all its sub-organizations.
   */
  initOtpOrThrow: 'initOtp';
  /**
   * Authenticate with OAuth 2.0.
   *
   * Exchanges the authorization code of an OAuth 2.0 provider with PKCE, and gets the identity of the user from the provider. The result is an OIDC token that this service issues for that user. It can be used wherever an OIDC token is expected, for ten minutes. If the provider refuses, the activity fails with OAUTH2_AUTHENTICATION_FAILED.
   */
  oauth2AuthenticateOrThrow: 'oauth2Authenticate';
  /**
   * Log in with an OIDC token.
   *
   * Starts a session for the user who is linked to the identity of an OIDC token. The nonce of the token, or its tknonce, must be the SHA-256 of publicKey: the lower-case hex digest of the lower-case hex text of the key. A user of the parent organization may log in users of a sub-organization.
   */
  oauthLoginOrThrow: 'oauthLogin';
  /**
   * Log in with a one-time passcode.
   *
   * Starts a session for the owner of a verified e-mail address or phone number. Requests are then stamped with the session key; the session token describes the session but does not authenticate.
   */
  otpLoginOrThrow: 'otpLogin';
  /**
   * Remove a feature.
   *
   * Removes a feature and its value from the organization. A login method that the root quorum needs cannot be removed, nor can FEATURE_NAME_OPERATOR_RECOVERY_FORBIDDEN. Only the root quorum can do this.
   */
  removeOrganizationFeatureOrThrow: 'removeOrganizationFeature';
  /**
   * Set a feature.
   *
   * Adds a feature to the organization, or changes the value of one. Origins that would lock out passkeys that the root quorum needs are refused. FEATURE_NAME_OPERATOR_RECOVERY_FORBIDDEN prevents the operator of the service from adding keys to root users of the organization and of its sub-organizations, and can never be removed. Only the root quorum can do this.
   */
  setOrganizationFeatureOrThrow: 'setOrganizationFeature';
  /**
   * Sign a raw payload.
   *
   * Signs a payload with a wallet account or a private key. Signatures for Taproot addresses use BIP-340 with the key tweaked according to BIP-341; for Spark addresses, BIP-340; for all other secp256k1 and P-256 keys, deterministic low-s ECDSA. ed25519 keys require HASH_FUNCTION_NOT_APPLICABLE; other keys do not accept it.
   */
  signRawPayloadOrThrow: 'signRawPayload';
  /**
   * Sign raw payloads.
   *
   * Signs several payloads with one wallet account or private key, each as sign_raw_payload does. Either all of them are signed or none.
   */
  signRawPayloadsOrThrow: 'signRawPayloads';
  /**
   * Sign a transaction.
   *
   * Parses a transaction and signs it with a wallet account or a private key. Bytes that are not the exact encoding of the parsed transaction are refused. In a PSBT, every input that the key can spend is signed, and the PSBT is not finalized.
   */
  signTransactionOrThrow: 'signTransaction';
  /**
   * Log in with a stamp.
   *
   * Starts a session for the user who stamps the request with an API key or a passkey, or who proves a contact or an identity with an attested stamp. organizationId may be the parent of the sub-organization of the user.
   */
  stampLoginOrThrow: 'stampLogin';
  /**
   * Update the settings of the sign-up proxy.
   *
   * Changes the given settings of the sign-up proxy. The others stay unchanged.
   */
  updateAuthProxyConfigOrThrow: 'updateAuthProxyConfig';
  /**
   * Replace an OAuth 2.0 client.
   *
   * Replaces everything that is stored about an OAuth 2.0 client. Its ID stays the same.
   */
  updateOauth2CredentialOrThrow: 'updateOauth2Credential';
  /**
   * Update a policy.
   *
   * Changes a policy. Absent members stay unchanged. The changed policy also applies to activities that are waiting for approvals. An expression that does not compile is refused. No two policies of an organization have the same name.
   */
  updatePolicyOrThrow: 'updatePolicy';
  /**
   * Update a private key tag.
   *
   * Renames a tag, puts it on private keys, and takes it off others.
   */
  updatePrivateKeyTagOrThrow: 'updatePrivateKeyTag';
  /**
   * Update the root quorum.
   *
   * Sets the root users, and how many of them must approve. At least that many must be able to act. If the previous quorum had permanent access, the new one must have it too. Only the root quorum can do this.
   */
  updateRootQuorumOrThrow: 'updateRootQuorum';
  /**
   * Update a user.
   *
   * Changes the name, the contacts or the tags of a user. Absent fields stay unchanged. A new contact counts as unverified.
   */
  updateUserOrThrow: 'updateUser';
  /**
   * Change a user's e-mail address.
   *
   * Sets the e-mail address of a user, or removes it. An address that is the only credential of the user cannot be removed.
   */
  updateUserEmailOrThrow: 'updateUserEmail';
  /**
   * Change a user's phone number.
   *
   * Sets the phone number of a user, or removes it. A number that is the only credential of the user cannot be removed.
   */
  updateUserPhoneNumberOrThrow: 'updateUserPhoneNumber';
  /**
   * Update a user tag.
   *
   * Renames a tag, puts it on users, and takes it off others.
   */
  updateUserTagOrThrow: 'updateUserTag';
  /**
   * Update a wallet.
   *
   * Renames a wallet. No two wallets of an organization have the same name.
   */
  updateWalletOrThrow: 'updateWallet';
  /**
   * Update a webhook endpoint.
   *
   * Changes the URL or the name of an endpoint, or turns it off and on. Absent fields stay unchanged. If the service has paused the endpoint after days of failed deliveries, turning it on ends the pause. Events that happen while the endpoint is off are not kept for it. The subscriptions cannot be changed.
   */
  updateWebhookEndpointOrThrow: 'updateWebhookEndpoint';
  /**
   * Set the swap configuration.
   *
   * Replaces the whole swap configuration of a parent organization: who receives the client fee, and how much it is. Fields that are absent from the request are unset. If the request sets a fee and names no receiver, a new wallet with one Ethereum account is created, and its address is the receiver in the result. To keep the current receiver, name it in the request. get_organization_configs shows the configuration as the feature FEATURE_NAME_SWAP_CONFIG.
   */
  upsertSwapConfigOrThrow: 'upsertSwapConfig';
  /**
   * Verify a one-time passcode.
   *
   * Exchanges a one-time passcode for a verification token, which proves the contact once and works only with the key of the client. A code allows three attempts.
   */
  verifyOtpOrThrow: 'verifyOtp';
}
