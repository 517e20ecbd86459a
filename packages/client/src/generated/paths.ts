// Made by `npm run generate` from packages/openapi/v1/openapi.json. Do not edit.
export interface paths {
    "/public/v1/query/dry_run_activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dry-run an activity
         * @description Says whether an activity would be allowed, and why. With request, it is an activity that the caller would submit now: the checks are those of a submission, up to the decision. With activityId, it is a past activity, which is decided again: by the policies, users, wallets and contract interfaces as they are now, as a request of the user who submitted it, with the approvals that it had, at the time of the decision. With proposedPolicies or withoutPolicyIds, the decision is made as if the policies of the organization had been changed. Nothing is executed or stored. It is a query of its own, not a header of the activity: a proxy could drop a header, and the activity would then be executed.
         */
        post: operations["dryRunActivity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/get_activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get an activity
         * @description Returns one activity of the organization in its current state.
         */
        post: operations["getActivity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/get_api_key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get an API key
         * @description Returns one API key of a user of the organization.
         */
        post: operations["getApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/get_api_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get API keys
         * @description Lists the API keys of a user or of the whole organization, including session keys, newest first.
         */
        post: operations["getApiKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/get_audit_head": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the head of the audit log
         * @description Returns the newest link of the audit chain of the organization, as "mintmark audit heads" writes it. Keep a copy outside the service to prove later that no earlier entry was changed or removed, even if the whole database was replaced by an older copy.
         */
        post: operations["getAuditHead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/get_auth_proxy_config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the settings of the sign-up proxy
         * @description Returns the ID that clients name the configuration by, the user that the proxy acts as, and all settings.
         */
        post: operations["getAuthProxyConfig"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/get_authenticator": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get an authenticator
         * @description Returns one passkey of a user of the organization.
         */
        post: operations["getAuthenticator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/get_authenticators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get authenticators
         * @description Lists the passkeys of a user, newest first.
         */
        post: operations["getAuthenticators"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/get_boot_proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the boot proof of a key
         * @description Returns the boot proof of the process that has this ephemeral key. It proves which build of the service signed an app proof. Boot proofs of processes that have ended stay available.
         */
        post: operations["getBootProof"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/get_earn_deploy_status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the status of a deployment
         * @description Returns the on-chain status of a deployment.
         */
        post: operations["getEarnDeployStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/get_earn_deposit_status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the status of a deposit
         * @description Returns the on-chain status of a deposit.
         */
        post: operations["getEarnDepositStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/get_earn_withdraw_status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the status of a withdrawal
         * @description Returns the on-chain status of a withdrawal.
         */
        post: operations["getEarnWithdrawStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/get_latest_boot_proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the latest boot proof of an app
         * @description Returns the newest proof of which build of an app was started. Each process of the service has its own boot proof.
         */
        post: operations["getLatestBootProof"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/get_oauth_providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get linked identities
         * @description Lists the OpenID Connect identities that are linked to a user, or to any user of the organization, newest first.
         */
        post: operations["getOauthProviders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/get_oauth2_credential": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get an OAuth 2.0 client
         * @description Returns an OAuth 2.0 client. Its secret is sealed, as it was submitted.
         */
        post: operations["getOauth2Credential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/get_organization_configs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the configuration of an organization
         * @description Returns the features and the root quorum of an organization, how much it has stored and may store, and the keys that the operator of the service added to its root users. The storage is absent for a while after an upgrade from a version that did not count it.
         */
        post: operations["getOrganizationConfigs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/get_policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a policy
         * @description Returns one policy of the organization.
         */
        post: operations["getPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/get_policy_evaluations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get policy evaluations
         * @description Returns what the policies decided about an activity: once for each vote, and once for each submission that was denied, oldest first. A denied submission is not a vote, so its voteId is empty.
         */
        post: operations["getPolicyEvaluations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/get_private_key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a private key
         * @description Returns the metadata of one standalone private key of the organization, never the key itself.
         */
        post: operations["getPrivateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/get_send_transaction_status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the status of a transaction
         * @description Returns the on-chain status of a transaction that the service sent.
         */
        post: operations["getSendTransactionStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/get_session_profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a session profile
         * @description Returns a session profile of the organization. A sub-organization uses the profiles of its parent.
         */
        post: operations["getSessionProfile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/get_session_profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List session profiles
         * @description Lists the session profiles of the organization, newest first. A sub-organization uses the profiles of its parent.
         */
        post: operations["getSessionProfiles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/get_smart_contract_interface": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a smart contract interface
         * @description Returns the interface (ABI or IDL) of a contract or program that the organization has stored.
         */
        post: operations["getSmartContractInterface"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/get_user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a user
         * @description Returns one user of the organization, with its credentials and tags.
         */
        post: operations["getUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/get_wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a wallet
         * @description Returns the metadata of one wallet of the organization, never its seed phrase.
         */
        post: operations["getWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/get_wallet_account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a wallet account
         * @description Returns the account of a wallet that has an address, a path, or both. If several accounts have them, the one that was created first is returned.
         */
        post: operations["getWalletAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/list_activities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List activities
         * @description Lists the activities of the organization that match the filters, newest first. To page, pass the ID of the last one as after. A page may hold fewer than its limit if activities are large; only an empty page marks the end.
         */
        post: operations["listActivities"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/list_activity_values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the values of an activity
         * @description Lists everything that policies see of an activity, each value in full, for those who have to approve it: the decoded transaction, the key that signs it, and the parameters that policies can name. Recipients, amounts, fees and what is called come first. The wallets, keys and contract interfaces are those of now. If they change between two pages, the cursor is refused, so that pages never mix two lists. A page may hold fewer values than its limit if they are long; pageInfo says whether more follow.
         */
        post: operations["listActivityValues"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/list_app_proofs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the app proofs of an activity
         * @description Returns the proofs of an activity, oldest first: what was decided about it, and each address that it derived. The list is empty if no request about the activity asked for proofs, and while it waits for approvals.
         */
        post: operations["listAppProofs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/list_earn_enabled_vaults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the enabled vaults
         * @description Lists the vaults that the organization has enabled. Claimable fees, and the wallet that they are paid to, are shown only to a parent organization.
         */
        post: operations["listEarnEnabledVaults"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/list_earn_vaults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the vaults of the catalog
         * @description Lists the vaults whose underlying asset matches, by value locked in US dollars, largest first. Cursors are opaque: pass pageInfo.endCursor as after.
         */
        post: operations["listEarnVaults"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/list_eth_transaction_history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the transactions of an address
         * @description Lists the transactions that touched an EVM wallet account, most recent first. Cursors are opaque and belong to one address and chain.
         */
        post: operations["listEthTransactionHistory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/list_oauth2_credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List OAuth 2.0 clients
         * @description Lists the clients of the organization at OAuth 2.0 providers, newest first. Their secrets are sealed, as they were submitted.
         */
        post: operations["listOauth2Credentials"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/list_policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List policies
         * @description Lists the policies of the organization, newest first.
         */
        post: operations["listPolicies"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/list_private_key_tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List private key tags
         * @description Lists the tags that group the private keys of the organization.
         */
        post: operations["listPrivateKeyTags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/list_private_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List private keys
         * @description Lists the metadata of the standalone private keys of the organization, never the keys themselves.
         */
        post: operations["listPrivateKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/list_smart_contract_interfaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List smart contract interfaces
         * @description Lists the contract interfaces (ABI or IDL) that the organization has stored, newest first.
         */
        post: operations["listSmartContractInterfaces"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/list_suborgs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List sub-organizations
         * @description Lists the sub-organizations of a parent organization, newest first, or only those that match a filter. To page, pass the last ID as after.
         */
        post: operations["listSuborgs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/list_user_tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List user tags
         * @description Lists the tags that group the users of the organization, newest first.
         */
        post: operations["listUserTags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/list_users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List users
         * @description Lists the users of the organization, newest first, each with its credentials and tags.
         */
        post: operations["listUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/list_verified_suborgs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List sub-organizations by verified contact
         * @description Lists the sub-organizations that have a user with a verified e-mail address or phone number. To page, pass the last ID as after.
         */
        post: operations["listVerifiedSuborgs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/list_wallet_accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List wallet accounts
         * @description Lists the accounts of a wallet, or of all wallets of the organization, newest first. To page, pass the last ID as after.
         */
        post: operations["listWalletAccounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/list_wallets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List wallets
         * @description Lists the wallets of the organization, newest first.
         */
        post: operations["listWallets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/list_webhook_deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the deliveries to a webhook endpoint
         * @description Lists the last 100 deliveries to an endpoint, those with the newest events first. A delivery is listed from the end of its first attempt. Only an empty page marks the end.
         */
        post: operations["listWebhookDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/list_webhook_endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List webhook endpoints
         * @description Lists the webhook endpoints of the organization, oldest first, including those that are turned off.
         */
        post: operations["listWebhookEndpoints"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/query/whoami": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Who am I
         * @description Returns the user that the stamping credential belongs to, and the organization of that user.
         */
        post: operations["whoami"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/approve_activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve an activity
         * @description Approves an activity that waits for consensus, and returns it. It is carried out with the last approval that it needs. Approvals count for 24 hours from its submission.
         */
        post: operations["approveActivity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/claim_swap_fees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim swap fees
         * @description Asks the swap provider to pay the swap fees that have accrued to the fee receiver of a parent organization. The service first asks the provider how much can be claimed: if that is nothing, the activity fails with NO_SWAP_FEES. It also fails if the server has no swap provider (SWAP_PROVIDER_NOT_CONFIGURED), or if the provider gives no usable answer (SWAP_PROVIDER_FAILED). A completed activity means that the claim is stored and will be sent, repeatedly if necessary and with the same ID, until the provider accepts or refuses it. Until then the organization cannot claim again.
         */
        post: operations["claimSwapFees"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/create_api_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create API keys
         * @description Registers public keys whose private halves stamp requests as the user. If a user already has the maximum number of expiring keys, a new one replaces an expired key, or else the oldest one.
         */
        post: operations["createApiKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/create_authenticators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create authenticators
         * @description Registers passkeys that stamp requests as the user.
         */
        post: operations["createAuthenticators"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/create_oauth_providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Link OpenID Connect identities
         * @description Links identities at OpenID Connect providers to a user, who can then log in with them.
         */
        post: operations["createOauthProviders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/create_oauth2_credential": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store an OAuth 2.0 client
         * @description Stores the client ID and the sealed client secret of an OAuth 2.0 provider. Only a parent organization has such clients.
         */
        post: operations["createOauth2Credential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/create_policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create policies
         * @description Stores policies, which apply from then on. Either all of them are created or none. No two policies of an organization have the same name, and an organization has at most 100.
         */
        post: operations["createPolicies"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/create_policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a policy
         * @description Stores a policy, which applies from then on. Activities that wait for approvals are decided by it too. A policy with an expression that does not compile is refused. No two policies of an organization have the same name, and an organization has at most 100.
         */
        post: operations["createPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/create_private_key_tag": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a private key tag
         * @description Creates a tag and puts it on private keys. No two private key tags of an organization have the same name.
         */
        post: operations["createPrivateKeyTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/create_private_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create private keys
         * @description Creates standalone private keys. Either all of them are created or none. No two private keys of an organization have the same name.
         */
        post: operations["createPrivateKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/create_read_write_session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a read-write session
         * @description Creates a short-lived API key for the caller and returns it sealed to a key of the client. Nobody can start a session of another user: to sign users in, exchange their verification token with otp_login, or their identity token with oauth_login. The sub-organization ID is preferred over the ID of its parent.
         */
        post: operations["createReadWriteSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/create_session_profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a session profile
         * @description Creates a profile for sessions of the organization and of its sub-organizations. A session with the profile can submit and approve only what the scope allows, whatever its user may do, and can start only sessions with the same profile. A scope that allows creating credentials or users allows everything, because those have no profile. Only a parent organization has profiles, at most 100. A profile cannot be changed or deleted.
         */
        post: operations["createSessionProfile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/create_smart_contract_interface": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store a smart contract interface
         * @description Stores the interface of a contract or program, so that policies can name the functions and arguments of calls to it. An organization has at most one interface for each type and address, and at most 100 in total.
         */
        post: operations["createSmartContractInterface"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/create_sub_organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a sub-organization
         * @description Creates a sub-organization with its root users and, if asked, a wallet. Only a parent organization has sub-organizations; it can read them and not write to them.
         */
        post: operations["createSubOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/create_user_tag": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a user tag
         * @description Creates a tag and puts it on users. No two user tags of an organization have the same name.
         */
        post: operations["createUserTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/create_users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create users
         * @description Adds users to the organization, each with the credentials that it signs in with. Either all of them are created or none.
         */
        post: operations["createUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/create_wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a wallet
         * @description Creates a wallet from a new seed phrase and derives accounts in it. No two wallets of an organization have the same name, and no two wallet accounts that have a name. An organization has at most 100 wallets, and a wallet at most 1,000 accounts, unless the operator of the service has set another limit for accounts.
         */
        post: operations["createWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/create_wallet_accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create wallet accounts
         * @description Derives accounts in a wallet. Either all of them are created or none. A path that the wallet has already with the same address format is refused. A wallet has at most 1,000 accounts, unless the operator of the service has set another limit; one that has more keeps them.
         */
        post: operations["createWalletAccounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/create_webhook_endpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Creates an endpoint that gets the events of the organization from then on, and those of its sub-organizations. Events are signed as the Standard Webhooks specification says, with the ed25519 key at /public/v1/discovery/webhooks/jwks. An organization has at most 10 endpoints. Only a parent organization can subscribe to transactions and balances.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/delete_api_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete API keys
         * @description Deletes API keys of a user, including session keys. Requests stamped with them are refused from then on. The last credential of a user cannot be deleted.
         */
        post: operations["deleteApiKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/delete_authenticators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete authenticators
         * @description Deletes passkeys of a user. Requests stamped with them are refused from then on. The last credential of a user cannot be deleted.
         */
        post: operations["deleteAuthenticators"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/delete_oauth_providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unlink OpenID Connect identities
         * @description Deletes links between a user and identities at OpenID Connect providers. The user cannot log in with them from then on. The last credential of a user cannot be deleted.
         */
        post: operations["deleteOauthProviders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/delete_oauth2_credential": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete an OAuth 2.0 client
         * @description Deletes a client at an OAuth 2.0 provider, with its sealed secret.
         */
        post: operations["deleteOauth2Credential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/delete_policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete policies
         * @description Deletes policies. Either all of them are deleted or none.
         */
        post: operations["deletePolicies"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/delete_policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a policy
         * @description Deletes a policy. It no longer applies to anything, including activities that wait for approvals.
         */
        post: operations["deletePolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/delete_private_key_tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete private key tags
         * @description Deletes tags and takes them off every private key that has them.
         */
        post: operations["deletePrivateKeyTags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/delete_private_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete private keys
         * @description Deletes private keys and takes their tags off them. Either all of them are deleted or none. The request is refused if a key was never exported, unless deleteWithoutExport is true.
         */
        post: operations["deletePrivateKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/delete_smart_contract_interface": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a smart contract interface
         * @description Deletes the interface of a contract or program. Policies can no longer name the functions and arguments of calls to it.
         */
        post: operations["deleteSmartContractInterface"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/delete_sub_organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a sub-organization
         * @description Deletes the sub-organization that the request names, with all that it holds. A root user of the sub-organization submits it; its parent cannot. It can no longer be used, and its secrets are erased immediately; its accounts are removed in the background.
         */
        post: operations["deleteSubOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/delete_user_tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete user tags
         * @description Deletes tags and takes them off every user that has them.
         */
        post: operations["deleteUserTags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/delete_users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete users
         * @description Deletes users and their credentials. Either all of them are deleted or none. Enough root users who can act must remain for the root quorum.
         */
        post: operations["deleteUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/delete_wallet_accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete wallet accounts
         * @description Deletes accounts and leaves their wallets as they are. Either all of them are deleted or none. The request is refused if neither an account nor its wallet was ever exported, unless deleteWithoutExport is true. One request deletes at most 2,000 accounts.
         */
        post: operations["deleteWalletAccounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/delete_wallets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete wallets
         * @description Deletes wallets with their seed phrases and accounts. Either all of them are deleted or none. The request is refused if a wallet was never exported, unless deleteWithoutExport is true. One request deletes at most 2,000 accounts.
         */
        post: operations["deleteWallets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/delete_webhook_endpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a webhook endpoint
         * @description Deletes an endpoint with its subscriptions. Events that were not delivered yet are not sent to it.
         */
        post: operations["deleteWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/disable_auth_proxy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable the sign-up proxy
         * @description Removes the user that the sign-up proxy acts as, its key and the settings, and switches the proxy off. Users can no longer sign up or log in through it; their sub-organizations stay. It is refused if the root quorum could not act without it.
         */
        post: operations["disableAuthProxy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/earn_deploy_wrapper": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deploy a wrapper in front of a vault
         * @description Enables a vault by deploying a fee wrapper in front of it: an ERC-4626 vault of the same asset, which takes a fee on yield. Its address is derived from the organization, the vault, the wallet and the fee, so deploying the same wrapper again returns the first one. Nobody can change or stop a wrapper. The account that the operator configured pays for the deployment. get_earn_deploy_status returns its status.
         */
        post: operations["earnDeployWrapper"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/earn_deposit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deposit into a wrapper
         * @description Deposits an amount of the asset from an account into a wrapper; the account gets the shares. It is refused while deposits to the wrapper are disabled. The wrapper needs an allowance: without it, an approval of exactly this amount is sent first, in the same transaction if the account has code that implements ERC-7821, else in one of its own. Policies see both calls as Ethereum transactions. get_earn_deposit_status returns the status of the deposit.
         */
        post: operations["earnDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/earn_set_wrapper_state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open or close a wrapper for deposits
         * @description Disables or enables deposits to a fee wrapper that the organization deployed. While they are disabled, deposits are rejected; withdrawals stay allowed in both states.
         */
        post: operations["earnSetWrapperState"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/earn_withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw from a wrapper
         * @description Withdraws from a wrapper to the account that holds the shares. Works even while deposits are disabled. Policies see the call as an Ethereum transaction; with max, its number of shares appears as the maximum uint256. get_earn_withdraw_status returns its status.
         */
        post: operations["earnWithdraw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/enable_auth_proxy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable the sign-up proxy
         * @description Creates the user that the sign-up proxy acts as, with a key that never leaves the service, and switches the proxy on. The configuration keeps its ID. Only an organization at the top has a sign-up proxy.
         */
        post: operations["enableAuthProxy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/eth_send_transaction": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a transaction to an EVM chain
         * @description Signs an EIP-1559 transaction with a wallet account or a private key, and sends it. If nonce, gas or fees are absent, the service asks the node of the chain for them. The activity is completed once the transaction is signed and stored; get_send_transaction_status returns its status. Several calls become one transaction, which succeeds or fails as a whole; the account needs code that implements ERC-7821. Policies see each call as an Ethereum transaction, without the absent fields.
         */
        post: operations["ethSendTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/export_private_key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export a private key
         * @description Returns a standalone private key, sealed to a key of the client.
         */
        post: operations["exportPrivateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/export_wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export a wallet
         * @description Returns the seed phrase of a wallet, sealed to a key of the client. If the wallet was imported with a passphrase, a line break and the passphrase follow the words. The words are those that the wallet was made from. If the request names a language, it must be theirs: the words of another language would be another wallet.
         */
        post: operations["exportWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/export_wallet_account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export a wallet account
         * @description Returns the private key of one wallet account, sealed to a key of the client.
         */
        post: operations["exportWalletAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/import_private_key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a private key
         * @description Imports a private key of the client. The 32 bytes of the key are encrypted to the key that init_import_private_key made for the calling user; that key works once, for an hour.
         */
        post: operations["importPrivateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/import_wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a wallet
         * @description Creates a wallet from a seed phrase of the client and derives accounts in it. The seed phrase is encrypted to the key that init_import_wallet made for the calling user; that key works once, for an hour. A line break and a passphrase may follow the words.
         */
        post: operations["importWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/init_import_private_key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prepare a private key import
         * @description Creates a one-time key that the calling user encrypts a private key to.
         */
        post: operations["initImportPrivateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/init_import_wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prepare a wallet import
         * @description Creates a one-time key that the calling user encrypts a seed phrase to.
         */
        post: operations["initImportWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/init_otp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a one-time passcode
         * @description Sends a one-time passcode by e-mail or SMS. A top-level organization sends it to any contact, a sub-organization only to the contacts of its users; the answer is the same either way. Users of the parent may submit it in a sub-organization. If a user of a sub-organization submits it, the message has the words, the sender, the logo and the link of the parent, as its sign-up proxy is configured. Messages to one contact are counted over the parent and all its sub-organizations.
         */
        post: operations["initOtp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/oauth_login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in with an OIDC token
         * @description Starts a session for the user that the identity of an OIDC token is linked to. The nonce of the token, or its tknonce, must be the SHA-256 of publicKey: lower-case hex of the hash of the lower-case hex text. A user of the parent organization may log in users of a sub-organization.
         */
        post: operations["oauthLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/oauth2_authenticate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Authenticate with OAuth 2.0
         * @description Exchanges the code of an OAuth 2.0 provider with PKCE, and asks the provider who the user is. The answer is an OIDC token of this service for that user. It can be used wherever an OIDC token is expected, for ten minutes. If the provider refuses, the activity fails with OAUTH2_AUTHENTICATION_FAILED.
         */
        post: operations["oauth2Authenticate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/otp_login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in with a one-time passcode
         * @description Starts a session for the owner of a verified e-mail address or phone number. Requests are then stamped with the session key; the session token describes the session but does not authenticate.
         */
        post: operations["otpLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/reject_activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject an activity
         * @description Rejects an activity that waits for consensus, and returns it. One rejection by a user whose approval would have counted is final.
         */
        post: operations["rejectActivity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/remove_organization_feature": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a feature
         * @description Removes a feature and its value from the organization. A login method that the root quorum needs cannot be removed, nor can FEATURE_NAME_OPERATOR_RECOVERY_FORBIDDEN. Only the root quorum can do this.
         */
        post: operations["removeOrganizationFeature"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/set_organization_feature": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a feature
         * @description Adds a feature to the organization, or changes the value of one. Origins that would lock out passkeys that the root quorum needs are refused. FEATURE_NAME_OPERATOR_RECOVERY_FORBIDDEN forbids the operator of the service to add keys to root users of the organization and of its sub-organizations, and can never be removed. Only the root quorum can do this.
         */
        post: operations["setOrganizationFeature"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/sign_raw_payload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign a raw payload
         * @description Signs a payload with a wallet account or a private key. Taproot addresses sign as BIP-340 with the key that BIP-341 tweaks, Spark addresses as BIP-340, all other secp256k1 and P-256 keys with deterministic ECDSA whose s is low. ed25519 keys take HASH_FUNCTION_NOT_APPLICABLE, the others do not.
         */
        post: operations["signRawPayload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/sign_raw_payloads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign raw payloads
         * @description Signs several payloads with one wallet account or private key, each as sign_raw_payload does. Either all of them are signed or none.
         */
        post: operations["signRawPayloads"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/sign_transaction": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign a transaction
         * @description Parses a transaction and signs it with a wallet account or a private key. Bytes that are not the exact encoding of what was parsed are refused. In a PSBT, every input that the key can spend is signed, and the PSBT is not finalized.
         */
        post: operations["signTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/stamp_login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in with a stamp
         * @description Starts a session for the user who stamps the request with an API key or a passkey, or who proves a contact or an identity with an attested stamp. organizationId may be the parent of the sub-organization that has the user.
         */
        post: operations["stampLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/update_auth_proxy_config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update the settings of the sign-up proxy
         * @description Changes the given settings of the sign-up proxy. The others stay as they are.
         */
        post: operations["updateAuthProxyConfig"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/update_oauth2_credential": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace an OAuth 2.0 client
         * @description Replaces everything that is stored about a client at an OAuth 2.0 provider. Its ID stays the same.
         */
        post: operations["updateOauth2Credential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/update_policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update a policy
         * @description Changes a policy. Members that are absent stay as they are. Activities that wait for approvals are decided by what results. An expression that does not compile is refused. No two policies of an organization have the same name.
         */
        post: operations["updatePolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/update_private_key_tag": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update a private key tag
         * @description Renames a tag, puts it on private keys, and takes it off others.
         */
        post: operations["updatePrivateKeyTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/update_root_quorum": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update the root quorum
         * @description Sets the root users, and how many of them must approve together. At least that many must be able to act. If the previous quorum had permanent access, the new one must have it too. Only the root quorum can do this.
         */
        post: operations["updateRootQuorum"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/update_user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update a user
         * @description Changes the name, the contacts or the tags of a user. What is left out stays as it is. A new contact counts as not verified.
         */
        post: operations["updateUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/update_user_email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a user's e-mail address
         * @description Sets the e-mail address of a user, or removes it. An address that is the only credential of the user cannot be removed.
         */
        post: operations["updateUserEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/update_user_phone_number": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a user's phone number
         * @description Sets the phone number of a user, or removes it. A number that is the only credential of the user cannot be removed.
         */
        post: operations["updateUserPhoneNumber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/update_user_tag": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update a user tag
         * @description Renames a tag, puts it on users, and takes it off others.
         */
        post: operations["updateUserTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/update_wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update a wallet
         * @description Renames a wallet. No two wallets of an organization have the same name.
         */
        post: operations["updateWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/update_webhook_endpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update a webhook endpoint
         * @description Changes the URL or the name of an endpoint, or turns it off and on. Fields that are absent stay as they are. If the service has paused the endpoint after days of failed deliveries, turning it on ends the pause. Events that happen while the endpoint is off are not kept for it. The subscriptions cannot be changed.
         */
        post: operations["updateWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/upsert_swap_config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the swap configuration
         * @description Replaces the whole swap configuration of a parent organization: who receives the client fee, and how much it is. What the request leaves out is unset. If the request sets a fee and names no receiver, a new wallet with one Ethereum account is created, and its address is the receiver in the result. So name the receiver to keep it. get_organization_configs shows the configuration as the feature FEATURE_NAME_SWAP_CONFIG.
         */
        post: operations["upsertSwapConfig"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/v1/submit/verify_otp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a one-time passcode
         * @description Exchanges a one-time passcode for a verification token, which proves the contact once and works only with the key of the client. A code has three tries.
         */
        post: operations["verifyOtp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find an account
         * @description Returns the sub-organization of a user. By e-mail address or phone number, it finds only verified contacts, and needs a verification token for that contact unless the configuration says otherwise; the token can still be used afterwards. By OIDC_TOKEN, the token is the filterValue or the oidcToken. The answer is empty if there is no such account.
         */
        post: operations["account"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth_login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in with an OIDC token through the proxy
         * @description Starts a session for the user that the identity of an OIDC token is linked to. The nonce of the token, or its tknonce, must be the SHA-256 of publicKey: lower-case hex of the hash of the lower-case hex text. The session lives as long as the configuration says.
         */
        post: operations["proxyOauthLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth2_authenticate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Authenticate with OAuth 2.0 through the proxy
         * @description Exchanges the code of an OAuth 2.0 provider with PKCE for an OIDC token of this service. The organization must have stored the client with create_oauth2_credential.
         */
        post: operations["proxyOauth2Authenticate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/otp_init_v2": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a one-time passcode through the proxy
         * @description Sends a one-time passcode by e-mail or SMS. Its length, its lifetime and the message are those of the configuration. The answer is the same whether somebody has the contact or not. A request may have an X-Stamp header, by any API key of the user who has verified the contact, also one that has expired: it then has limits of its own, which strangers do not use up.
         */
        post: operations["otpInitV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/otp_login_v2": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in with a one-time passcode through the proxy
         * @description Starts a session for the owner of a verified e-mail address or phone number. The session lives as long as the configuration says.
         */
        post: operations["otpLoginV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/otp_verify_v2": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a one-time passcode through the proxy
         * @description Exchanges a one-time passcode for a verification token, which proves the contact once and works only with the key of the client. A code has three tries.
         */
        post: operations["otpVerifyV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signup_v2": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign up
         * @description Onboards a new user: creates a sub-organization with the user as its root user and, if asked, a wallet. The same bytes sent again within 24 hours get the first answer. The wallet has at most 10 accounts, unless the operator has set another limit; the user can create more accounts later.
         */
        post: operations["signupV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description What an account is found by.
         * @enum {string}
         */
        AccountFilterType: "CREDENTIAL_ID" | "NAME" | "USERNAME" | "EMAIL" | "PHONE_NUMBER" | "OIDC_TOKEN" | "PUBLIC_KEY";
        /** @description The body of account. */
        AccountRequest: {
            filterType: components["schemas"]["AccountFilterType"];
            /** @description What to search for. Names are compared exactly. */
            filterValue: string;
            /** @description OIDC token of the person, if it is not the filterValue. */
            oidcToken?: string;
            /**
             * @description Token that proves the e-mail address or phone number.
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijc1NTFhNGM3NjVlYjc3MGEifQ.eyJleHAiOjE3NjcyMjY1MDAsInB1YmxpY19rZXkiOiIwMjJiNmRmYmFhOGQ3OTg2OTA4YzcxYzc1OTM0MTNiZGUzNWE5ODU4MjgwYjE2Y2Y1OWU5MjhjMjk5MzY1NmQzYzUiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiJiOGQ0ZjZhMi0xYzkzLTRlNzUtOGYwYS1kMzZlNWM3YjlhMTQiLCJvcmdhbml6YXRpb25faWQiOiI2ZjFlN2EzYy01OGQyLTRjMGItOWE0MS0yYjdkOTBjM2U1ZjgifQ.QZYmrAT6UKUyxynmwoX1AUUh-Tr6OS2v26gP2fcDtU0oOdy_f6OuSbqVXM9OL-NzTsRGQrk_02EOyEQLItmDRg
             */
            verificationToken?: string;
        };
        /** @description The answer to account. */
        AccountResponseBody: {
            /**
             * @description The sub-organization.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId?: string;
        };
        /** @description A state-changing request and what became of it. Its type says which intent and result it holds. */
        Activity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description One member, named after the type, that holds the parameters that were sent. */
            intent: {
                [key: string]: unknown;
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description One member, named after the type, that holds what was done; empty until the activity is completed. */
            result: {
                [key: string]: unknown;
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @example ACTIVITY_TYPE_CREATE_USERS_V4
             */
            type: string;
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description What the policies decided when a user voted on an activity, or submitted one that was denied. */
        ActivityPolicyEvaluation: {
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            activityId: string;
            createdAt: components["schemas"]["UnixTimestamp"];
            /**
             * @description The evaluation.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /**
             * @description The organization that the activity belongs to.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What each policy decided. */
            policyEvaluations: components["schemas"]["PolicyOutcome"][];
            /**
             * @description The vote that was evaluated. Empty if the submission was denied: a denied submission is not a vote.
             * @example 0199c3a4-9f27-7a05-96de-8c3b71f04e2d
             */
            voteId: string;
        };
        /**
         * @description Where an activity stands. COMPLETED, FAILED and REJECTED are final. Of the activities that a user submitted within a day, at most 100 may stand at CONSENSUS_NEEDED, unless the operator of the service has set another limit; further ones are refused with RESOURCE_LIMIT_EXCEEDED.
         * @enum {string}
         */
        ActivityStatus: "ACTIVITY_STATUS_CREATED" | "ACTIVITY_STATUS_PENDING" | "ACTIVITY_STATUS_COMPLETED" | "ACTIVITY_STATUS_FAILED" | "ACTIVITY_STATUS_CONSENSUS_NEEDED" | "ACTIVITY_STATUS_REJECTED" | "ACTIVITY_STATUS_AUTHENTICATORS_NEEDED";
        /** @description A value that policies see of an activity. */
        ActivityValue: {
            /**
             * @description To which of several transactions, calls or payloads of the activity the value belongs, from 0. Absent if there is only one.
             * @example 0
             */
            index?: number;
            /**
             * @description What policies call it.
             * @example eth.tx.to
             */
            name: string;
            /**
             * @description The value, as the policy language writes it.
             * @example '0x9858effd232b4033e47d90003d41ec34ecaeda94'
             */
            value: string;
        };
        /**
         * @description How an address is made from a public key.
         * @enum {string}
         */
        AddressFormat: "ADDRESS_FORMAT_UNCOMPRESSED" | "ADDRESS_FORMAT_COMPRESSED" | "ADDRESS_FORMAT_ETHEREUM" | "ADDRESS_FORMAT_SOLANA" | "ADDRESS_FORMAT_COSMOS" | "ADDRESS_FORMAT_TRON" | "ADDRESS_FORMAT_SUI" | "ADDRESS_FORMAT_APTOS" | "ADDRESS_FORMAT_BITCOIN_MAINNET_P2PKH" | "ADDRESS_FORMAT_BITCOIN_MAINNET_P2SH" | "ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH" | "ADDRESS_FORMAT_BITCOIN_MAINNET_P2WSH" | "ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR" | "ADDRESS_FORMAT_BITCOIN_TESTNET_P2PKH" | "ADDRESS_FORMAT_BITCOIN_TESTNET_P2SH" | "ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH" | "ADDRESS_FORMAT_BITCOIN_TESTNET_P2WSH" | "ADDRESS_FORMAT_BITCOIN_TESTNET_P2TR" | "ADDRESS_FORMAT_BITCOIN_SIGNET_P2PKH" | "ADDRESS_FORMAT_BITCOIN_SIGNET_P2SH" | "ADDRESS_FORMAT_BITCOIN_SIGNET_P2WPKH" | "ADDRESS_FORMAT_BITCOIN_SIGNET_P2WSH" | "ADDRESS_FORMAT_BITCOIN_SIGNET_P2TR" | "ADDRESS_FORMAT_BITCOIN_REGTEST_P2PKH" | "ADDRESS_FORMAT_BITCOIN_REGTEST_P2SH" | "ADDRESS_FORMAT_BITCOIN_REGTEST_P2WPKH" | "ADDRESS_FORMAT_BITCOIN_REGTEST_P2WSH" | "ADDRESS_FORMAT_BITCOIN_REGTEST_P2TR" | "ADDRESS_FORMAT_SEI" | "ADDRESS_FORMAT_XLM" | "ADDRESS_FORMAT_DOGE_MAINNET" | "ADDRESS_FORMAT_DOGE_TESTNET" | "ADDRESS_FORMAT_TON_V3R2" | "ADDRESS_FORMAT_TON_V4R2" | "ADDRESS_FORMAT_TON_V5R1" | "ADDRESS_FORMAT_XRP" | "ADDRESS_FORMAT_SPARK_MAINNET" | "ADDRESS_FORMAT_SPARK_REGTEST";
        /** @description An amount written for people. For display only: never calculate with these. */
        AmountDisplay: {
            /** @description The amount in the asset's own units, decimals applied. Display only. */
            crypto?: string;
            /** @description The amount in US dollars. Display only. */
            usd?: string;
        };
        /** @description Why a request was refused, or why an activity failed. */
        ApiError: {
            /**
             * @description Canonical status as an integer.
             * @example 3
             */
            code: number;
            /** @description The reason, for programs. */
            details: components["schemas"]["ErrorDetail"][];
            /** @description The reason, for people. */
            message: string;
        };
        /** @description A registered API key. */
        ApiKey: {
            /**
             * @description The key.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            apiKeyId: string;
            /**
             * @description A name for the key that people recognise.
             * @example Deploy key
             */
            apiKeyName: string;
            createdAt: components["schemas"]["UnixTimestamp"];
            credential: components["schemas"]["Credential"];
            /**
             * @description Lifetime of the key in seconds from its creation; absent when it does not expire.
             * @example 900
             */
            expirationSeconds?: string;
            updatedAt: components["schemas"]["UnixTimestamp"];
        };
        /**
         * @description The curve of an API key.
         * @enum {string}
         */
        ApiKeyCurve: "API_KEY_CURVE_P256" | "API_KEY_CURVE_SECP256K1" | "API_KEY_CURVE_ED25519";
        /** @description An API key to register. The key has 33 bytes for P-256 and secp256k1, and 32 bytes for ed25519. */
        ApiKeyParams: {
            /**
             * @description A name for the key that people recognise.
             * @example Deploy key
             */
            apiKeyName: string;
            curveType: components["schemas"]["ApiKeyCurve"];
            /**
             * @description How long the key lives, in seconds from now. Without it the key does not expire.
             * @example 900
             */
            expirationSeconds?: string;
            /**
             * @description The public half of the key pair, as hex: compressed for P-256 and secp256k1, raw for ed25519.
             * @example 026256b6b20b1d35f2e1d1a1af05b07402fa06d7eb3bbaeea8513153963152ab5d
             */
            publicKey: string;
        };
        /** @description A statement of an app about what it did, signed with the key that its boot proof names. */
        AppProof: {
            /** @description What is stated, as JSON text. */
            proofPayload: string;
            /**
             * @description Ephemeral public key of the app: its encryption point and its signing point, as hex.
             * @example 9eb435959b07b498
             */
            publicKey: string;
            scheme: components["schemas"]["AppProofScheme"];
            /**
             * @description Signature over the hashed payload, r and s as hex.
             * @example 9e87d601c7d1095b132284463441a400fa9e5c33858effbee47d5d9726036f016d873e1f68032e5aa60c9c2419bb12c436caf4af3c9e07a2ab6360956524a7d8
             */
            signature: string;
        };
        /**
         * @description How an app proof is signed: ECDSA over P-256 with an ephemeral key.
         * @enum {string}
         */
        AppProofScheme: "SIGNATURE_SCHEME_EPHEMERAL_KEY_P256";
        /** @description The parameters of ACTIVITY_TYPE_APPROVE_ACTIVITY. */
        ApproveActivityIntent: {
            /**
             * @description The activity to approve, by its fingerprint.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_APPROVE_ACTIVITY. */
        ApproveActivityRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["ApproveActivityIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_APPROVE_ACTIVITY";
        };
        /** @description The answer to ACTIVITY_TYPE_APPROVE_ACTIVITY: the activity that was voted on. */
        ApproveActivityResponseBody: {
            activity: components["schemas"]["Activity"];
        };
        /** @description What the browser returned when the passkey was created. */
        Attestation: {
            /**
             * @description Authenticator data and attestation statement, as base64url.
             * @example n6LVELN7iSF5ZWcJqgpATFzcd-NM8x3OyadsHiUQ3X4
             */
            attestationObject: string;
            /**
             * @description Client data with the signing context and the challenge, as base64url.
             * @example n6LVELN7iSF5ZWcJqgpATFzcd-NM8x3OyadsHiUQ3X4
             */
            clientDataJson: string;
            /**
             * @description ID of the new credential: base64url of the raw ID, or of its CBOR form.
             * @example n6LVELN7iSF5ZWcJqgpATFzcd-NM8x3OyadsHiUQ3X4
             */
            credentialId: string;
            /** @description The transports that the authenticator reported. */
            transports: components["schemas"]["AuthenticatorTransport"][];
        };
        /** @description The newest link of the audit chain of an organization: it proves all entries up to it. */
        AuditHead: {
            /**
             * @description When the service read it.
             * @example 2026-01-01T00:00:00.000Z
             */
            at: string;
            /**
             * @description The SHA-256 hash over all entries up to it, as hex.
             * @example 5b2c4b1e8d3c3f27d1ad1c0e86ef0a0ef4be6b17f50c1e3a7c3c9a5f2d7e9048
             */
            hash: string;
            /** @description The exact text of a file for "mintmark audit verify --heads", with this head and the signature of the service. Keep it where nobody who can write to the database can change it. */
            headsFile: string;
            /**
             * @description The organization that the chain belongs to.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /**
             * @description The number of the newest entry; 0 if there is none.
             * @example 1000
             */
            sequence: string;
        };
        /** @description A registered passkey. */
        Authenticator: {
            /** @description Model identifier of the authenticator, as base64url. */
            aaguid: string;
            /** @description Format of the attestation that was given, for example none. */
            attestationType: string;
            /**
             * @description The passkey.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            authenticatorId: string;
            /**
             * @description A name for the passkey that people recognise.
             * @example Laptop
             */
            authenticatorName: string;
            createdAt: components["schemas"]["UnixTimestamp"];
            credential: components["schemas"]["Credential"];
            /**
             * @description ID of the credential, base64url of the raw ID.
             * @example n6LVELN7iSF5ZWcJqgpATFzcd-NM8x3OyadsHiUQ3X4
             */
            credentialId: string;
            /** @description What kind of authenticator it is, in words. */
            model: string;
            /** @description The transports that the authenticator reported. */
            transports: components["schemas"]["AuthenticatorTransport"][];
            updatedAt: components["schemas"]["UnixTimestamp"];
        };
        /** @description A passkey to register. */
        AuthenticatorParams: {
            attestation: components["schemas"]["Attestation"];
            /**
             * @description A name for the passkey that people recognise.
             * @example Laptop
             */
            authenticatorName: string;
            /**
             * @description The challenge that the passkey was created with.
             * @example jrgEriRY4yXvTWvwhS-nyvnqyf9yzmjgXozVF7k2SFY
             */
            challenge: string;
        };
        /**
         * @description A way in which the authenticator talks to the browser.
         * @enum {string}
         */
        AuthenticatorTransport: "AUTHENTICATOR_TRANSPORT_BLE" | "AUTHENTICATOR_TRANSPORT_INTERNAL" | "AUTHENTICATOR_TRANSPORT_NFC" | "AUTHENTICATOR_TRANSPORT_USB" | "AUTHENTICATOR_TRANSPORT_HYBRID";
        /**
         * @description A way to sign in: an API key that does not expire, a passkey, a one-time passcode by e-mail or by SMS, or a linked OpenID Connect identity.
         * @enum {string}
         */
        AuthMethod: "AUTH_METHOD_API_KEY" | "AUTH_METHOD_PASSKEY" | "AUTH_METHOD_EMAIL" | "AUTH_METHOD_SMS" | "AUTH_METHOD_OAUTH";
        /** @description The sign-up proxy of an organization and its settings. */
        AuthProxyConfig: {
            /** @description The ways to sign in that the proxy takes part in. */
            allowedAuthMethods: components["schemas"]["AuthMethod"][];
            /** @description The issuers whose tokens the proxy takes, among those that the server takes. */
            allowedIssuers: string[];
            /** @description The web origins whose pages may use the proxy. */
            allowedOrigins: string[];
            /**
             * @description The configuration, as clients name it in X-Auth-Proxy-Config-Id.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            configId: string;
            emailCustomizationParams?: components["schemas"]["AuthProxyEmail"];
            /** @description Whether one-time passcodes have letters as well as digits. */
            otpAlphanumeric: boolean;
            /**
             * @description How long a one-time passcode is valid.
             * @example 300
             */
            otpExpirationSeconds: number;
            /**
             * @description The number of characters of a one-time passcode.
             * @example 9
             */
            otpLength: number;
            /**
             * @description The address that answers to e-mails go to.
             * @example ada@example.com
             */
            replyToEmailAddress?: string;
            /**
             * @description The address that e-mails come from.
             * @example ada@example.com
             */
            sendFromEmailAddress?: string;
            /**
             * @description The name that e-mails come from.
             * @example Acme
             */
            sendFromEmailSenderName?: string;
            /**
             * @description How long a session lives.
             * @example 900
             */
            sessionExpirationSeconds: number;
            smsCustomizationParams?: components["schemas"]["AuthProxySms"];
            /**
             * @description The user that the proxy acts as.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
            /**
             * @description How long a verification token is valid.
             * @example 3600
             */
            verificationTokenExpirationSeconds: number;
            /** @description Whether an account is found by e-mail address or phone number only with a verification token for that contact. */
            verificationTokenRequiredForGetAccountPii: boolean;
        };
        /** @description What e-mails with passcodes look like. A text that is empty or left out is not used. */
        AuthProxyEmail: {
            /**
             * @description The name of the application. Without it, the name of the organization.
             * @example Acme
             */
            appName?: string;
            /** @description An https address of a logo. */
            logoUrl?: string;
            /** @description A link that signs in with one click, with %s in the place of the code. */
            magicLinkTemplate?: string;
        };
        /** @description What e-mails with passcodes look like. A text that is empty or left out is not used. */
        AuthProxyEmailParams: {
            /**
             * @description The name of the application. Without it, the name of the organization.
             * @example Acme
             */
            appName?: string;
            /** @description An https address of a logo. */
            logoUrl?: string;
            /** @description A link that signs in with one click, with %s in the place of the code. */
            magicLinkTemplate?: string;
        };
        /** @description What text messages with passcodes say. A text that is empty or left out is not used. */
        AuthProxySms: {
            /** @description The text, with {{.OtpCode}} in the place of the code. */
            template?: string;
        };
        /** @description What text messages with passcodes say. A text that is empty or left out is not used. */
        AuthProxySmsParams: {
            /** @description The text, with {{.OtpCode}} in the place of the code. */
            template?: string;
        };
        /** @description Evidence of what an app was when it started. Without an attester it is software evidence: the word of the service about itself. */
        BootProof: {
            /**
             * @description Attestation document of the platform, as base64; empty when there is no attester.
             * @example bWludG1hcms=
             */
            cloudAttestationDocB64: string;
            createdAt: components["schemas"]["UnixTimestamp"];
            /** @description The version of the app, and whether this is software evidence or has an attestation document. */
            deploymentLabel: string;
            /** @description Name of the app. */
            enclaveApp: string;
            /**
             * @description Ephemeral public key that the app made at boot, as hex.
             * @example 9eb435959b07b498
             */
            ephemeralPublicKeyHex: string;
            /** @description Who runs the app. */
            owner: string;
            /**
             * @description What the app runs, as base64 of JSON: package versions, digests of its files, and the runtime.
             * @example bWludG1hcms=
             */
            qosManifestB64: string;
            /**
             * @description The signature of the service over the digest of the manifest and over the other fields, as base64 of JSON.
             * @example bWludG1hcms=
             */
            qosManifestEnvelopeB64: string;
            /** @description Version of the manifest encoding. */
            qosManifestVersion?: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_CLAIM_SWAP_FEES. */
        ClaimSwapFeesActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                claimSwapFeesIntent: components["schemas"]["ClaimSwapFeesIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                claimSwapFeesResult?: components["schemas"]["ClaimSwapFeesResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CLAIM_SWAP_FEES";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_CLAIM_SWAP_FEES. */
        ClaimSwapFeesIntent: Record<string, never>;
        /** @description The body that submits ACTIVITY_TYPE_CLAIM_SWAP_FEES. */
        ClaimSwapFeesRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["ClaimSwapFeesIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CLAIM_SWAP_FEES";
        };
        /** @description The answer to ACTIVITY_TYPE_CLAIM_SWAP_FEES. */
        ClaimSwapFeesResponseBody: {
            activity: components["schemas"]["ClaimSwapFeesActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_CLAIM_SWAP_FEES returns. */
        ClaimSwapFeesResult: {
            /** @description The ID of the claim request: a UUID, which the provider gets as its idempotency key. */
            requestId: string;
        };
        /** @description Proof that the holder of a verification token also holds the key that the token names. */
        ClientSignature: {
            /** @description The exact text that was signed: a JSON object that names the token and its use. */
            message: string;
            /**
             * @description Public key that made the signature, compressed.
             * @example 022b6dfbaa8d7986908c71c7593413bde35a9858280b16cf59e928c2993656d3c5
             */
            publicKey: string;
            scheme: components["schemas"]["ClientSignatureScheme"];
            /**
             * @description Signature over the message, r and s as hex.
             * @example 9e87d601c7d1095b132284463441a400fa9e5c33858effbee47d5d9726036f016d873e1f68032e5aa60c9c2419bb12c436caf4af3c9e07a2ab6360956524a7d8
             */
            signature: string;
        };
        /**
         * @description How a client signature is made: ECDSA over P-256 with SHA-256.
         * @enum {string}
         */
        ClientSignatureScheme: "CLIENT_SIGNATURE_SCHEME_API_P256";
        /** @description An activity of type ACTIVITY_TYPE_CREATE_API_KEYS_V2. */
        CreateApiKeysActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                createApiKeysIntentV2: components["schemas"]["CreateApiKeysIntentV2"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                createApiKeysResult?: components["schemas"]["CreateApiKeysResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_API_KEYS_V2";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_CREATE_API_KEYS_V2. */
        CreateApiKeysIntentV2: {
            /** @description The keys to register. */
            apiKeys: components["schemas"]["ApiKeyParams"][];
            /**
             * @description The user that the keys act for.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_CREATE_API_KEYS_V2. */
        CreateApiKeysRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["CreateApiKeysIntentV2"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_API_KEYS_V2";
        };
        /** @description The answer to ACTIVITY_TYPE_CREATE_API_KEYS_V2. */
        CreateApiKeysResponseBody: {
            activity: components["schemas"]["CreateApiKeysActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_CREATE_API_KEYS_V2 returns. */
        CreateApiKeysResult: {
            /** @description IDs of the keys, in the order of the request. */
            apiKeyIds: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2. */
        CreateAuthenticatorsActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                createAuthenticatorsIntentV2: components["schemas"]["CreateAuthenticatorsIntentV2"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                createAuthenticatorsResult?: components["schemas"]["CreateAuthenticatorsResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2. */
        CreateAuthenticatorsIntentV2: {
            /** @description The passkeys to register. */
            authenticators: components["schemas"]["AuthenticatorParams"][];
            /**
             * @description The user that the passkeys act for.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2. */
        CreateAuthenticatorsRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["CreateAuthenticatorsIntentV2"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2";
        };
        /** @description The answer to ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2. */
        CreateAuthenticatorsResponseBody: {
            activity: components["schemas"]["CreateAuthenticatorsActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2 returns. */
        CreateAuthenticatorsResult: {
            /** @description IDs of the passkeys, in the order of the request. */
            authenticatorIds: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_CREATE_OAUTH2_CREDENTIAL. */
        CreateOauth2CredentialActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                createOauth2CredentialIntent: components["schemas"]["CreateOauth2CredentialIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                createOauth2CredentialResult?: components["schemas"]["CreateOauth2CredentialResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_OAUTH2_CREDENTIAL";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_CREATE_OAUTH2_CREDENTIAL. */
        CreateOauth2CredentialIntent: {
            /** @description Client ID that the provider issued. */
            clientId: string;
            /**
             * @description Client secret of the provider, encrypted to the TLS fetcher quorum key, which a self-hosted service publishes as its client-secret key.
             * @example 9eb435959b07b498cd859d0f0434684474539492bbe956f2cc78117a089f683c36c0b1bbcc828601cce66fd0dbabea3091c7fbc41d77394430c6e9c16eaf9ff5eca9405a7b9015508c071057e52c0000007e7248caa4fc2dbc39227346d7871941e46cf4b538ada00a98dfd005232416c2cb2bba65844a3dce16b8b19b
             */
            encryptedClientSecret: string;
            provider: components["schemas"]["Oauth2Provider"];
        };
        /** @description The body that submits ACTIVITY_TYPE_CREATE_OAUTH2_CREDENTIAL. */
        CreateOauth2CredentialRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["CreateOauth2CredentialIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_OAUTH2_CREDENTIAL";
        };
        /** @description The answer to ACTIVITY_TYPE_CREATE_OAUTH2_CREDENTIAL. */
        CreateOauth2CredentialResponseBody: {
            activity: components["schemas"]["CreateOauth2CredentialActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_CREATE_OAUTH2_CREDENTIAL returns. */
        CreateOauth2CredentialResult: {
            /**
             * @description The stored credential.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            oauth2CredentialId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2. */
        CreateOauthProvidersActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                createOauthProvidersIntentV2: components["schemas"]["CreateOauthProvidersIntentV2"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                createOauthProvidersResultV2?: components["schemas"]["CreateOauthProvidersResultV2"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2. */
        CreateOauthProvidersIntentV2: {
            /** @description The identities to link. */
            oauthProviders: components["schemas"]["OauthProviderParams"][];
            /**
             * @description The user to link the identities to.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2. */
        CreateOauthProvidersRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["CreateOauthProvidersIntentV2"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2";
        };
        /** @description The answer to ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2. */
        CreateOauthProvidersResponseBody: {
            activity: components["schemas"]["CreateOauthProvidersActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2 returns. */
        CreateOauthProvidersResultV2: {
            /** @description IDs of the links, in the order of the request. */
            providerIds: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_CREATE_POLICIES. */
        CreatePoliciesActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                createPoliciesIntent: components["schemas"]["CreatePoliciesIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                createPoliciesResult?: components["schemas"]["CreatePoliciesResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_POLICIES";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_CREATE_POLICIES. */
        CreatePoliciesIntent: {
            /** @description The policies to create. */
            policies: components["schemas"]["PolicyParams"][];
        };
        /** @description The body that submits ACTIVITY_TYPE_CREATE_POLICIES. */
        CreatePoliciesRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["CreatePoliciesIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_POLICIES";
        };
        /** @description The answer to ACTIVITY_TYPE_CREATE_POLICIES. */
        CreatePoliciesResponseBody: {
            activity: components["schemas"]["CreatePoliciesActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_CREATE_POLICIES returns. */
        CreatePoliciesResult: {
            /** @description The created policies, in the order of the request. */
            policyIds: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_CREATE_POLICY_V3. */
        CreatePolicyActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                createPolicyIntentV3: components["schemas"]["CreatePolicyIntentV3"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                createPolicyResult?: components["schemas"]["CreatePolicyResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_POLICY_V3";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_CREATE_POLICY_V3. */
        CreatePolicyIntentV3: {
            /**
             * @description What the activity must be, as an expression of at most 4,096 characters. Absent or empty, it is always true.
             * @example activity.resource == 'WALLET'
             */
            condition?: string;
            /**
             * @description Who must approve the activity, as an expression of at most 4,096 characters. Absent or empty, it is always true.
             * @example approvers.count() >= 2
             */
            consensus?: string;
            effect: components["schemas"]["Effect"];
            /** @description Remarks for people; may be empty. */
            notes: string;
            /**
             * @description A name for the policy that people recognise, unique in the organization.
             * @example Payments to the exchange
             */
            policyName: string;
            /**
             * @description When the policy applies, as an expression of at most 4,096 characters. Absent or empty, it is always true.
             * @example time.now < Timestamp('2027-01-01T00:00:00Z')
             */
            time?: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_CREATE_POLICY_V3. */
        CreatePolicyRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["CreatePolicyIntentV3"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_POLICY_V3";
        };
        /** @description The answer to ACTIVITY_TYPE_CREATE_POLICY_V3. */
        CreatePolicyResponseBody: {
            activity: components["schemas"]["CreatePolicyActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_CREATE_POLICY_V3 returns. */
        CreatePolicyResult: {
            /**
             * @description The policy that was created.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            policyId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2. */
        CreatePrivateKeysActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                createPrivateKeysIntentV2: components["schemas"]["CreatePrivateKeysIntentV2"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                createPrivateKeysResultV2?: components["schemas"]["CreatePrivateKeysResultV2"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2. */
        CreatePrivateKeysIntentV2: {
            /** @description The private keys to create. */
            privateKeys: components["schemas"]["PrivateKeyParams"][];
        };
        /** @description The body that submits ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2. */
        CreatePrivateKeysRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["CreatePrivateKeysIntentV2"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2";
        };
        /** @description The answer to ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2. */
        CreatePrivateKeysResponseBody: {
            activity: components["schemas"]["CreatePrivateKeysActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2 returns. */
        CreatePrivateKeysResultV2: {
            /** @description The created private keys, in the order of the request. */
            privateKeys: components["schemas"]["PrivateKeyResult"][];
        };
        /** @description An activity of type ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG. */
        CreatePrivateKeyTagActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                createPrivateKeyTagIntent: components["schemas"]["CreatePrivateKeyTagIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                createPrivateKeyTagResult?: components["schemas"]["CreatePrivateKeyTagResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG. */
        CreatePrivateKeyTagIntent: {
            /** @description The private keys to put the tag on; an empty list when there are none. */
            privateKeyIds: string[];
            /**
             * @description A name for the tag that people recognise.
             * @example Hot
             */
            privateKeyTagName: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG. */
        CreatePrivateKeyTagRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["CreatePrivateKeyTagIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG";
        };
        /** @description The answer to ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG. */
        CreatePrivateKeyTagResponseBody: {
            activity: components["schemas"]["CreatePrivateKeyTagActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG returns. */
        CreatePrivateKeyTagResult: {
            /** @description The private keys that have the tag now. */
            privateKeyIds: string[];
            /**
             * @description The tag.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            privateKeyTagId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2. */
        CreateReadWriteSessionActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                createReadWriteSessionIntentV2: components["schemas"]["CreateReadWriteSessionIntentV2"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                createReadWriteSessionResultV2?: components["schemas"]["CreateReadWriteSessionResultV2"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2. */
        CreateReadWriteSessionIntentV2: {
            /**
             * @description Name of the session key. Without it, Read Write Session - followed by a timestamp.
             * @example Read Write Session - 1767225600
             */
            apiKeyName?: string;
            /**
             * @description How long the session lives, in seconds. Without it, 900 (15 minutes).
             * @example 900
             */
            expirationSeconds?: string;
            /** @description Whether to end all other read-write sessions that were made before. */
            invalidateExisting?: boolean;
            /**
             * @description Public key of the client, which the session credential is encrypted to.
             * @example 044728d1fb1ee15aa01c155afc00faaa883542fdc7018f31cda2fa2ee557e3a62096185ba6135b5c5fa93e22fc1a8f53ef8271f162e5d8e9caa5573c8e98d48067
             */
            targetPublicKey: string;
            /**
             * @description The user that the session acts for: the caller, also if it is left out.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId?: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2. */
        CreateReadWriteSessionRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["CreateReadWriteSessionIntentV2"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2";
        };
        /** @description The answer to ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2. */
        CreateReadWriteSessionResponseBody: {
            activity: components["schemas"]["CreateReadWriteSessionActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2 returns. */
        CreateReadWriteSessionResultV2: {
            /**
             * @description The API key of the session.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            apiKeyId: string;
            /** @description The private key of the session, sealed by HPKE to the key of the client. */
            credentialBundle: string;
            /**
             * @description The organization that the session acts in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description Its name. */
            organizationName: string;
            /**
             * @description The user that the session acts for.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
            /** @description The name of that user. */
            username: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_CREATE_SESSION_PROFILE. */
        CreateSessionProfileActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                createSessionProfileIntent: components["schemas"]["CreateSessionProfileIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                createSessionProfileResult?: components["schemas"]["CreateSessionProfileResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_SESSION_PROFILE";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_CREATE_SESSION_PROFILE. */
        CreateSessionProfileIntent: {
            /**
             * @description How long the sessions live at most, in seconds. Without it, as long as asked.
             * @example 900
             */
            expirationSeconds?: string;
            /** @description Remarks for people. */
            notes?: string;
            /**
             * @description What the sessions may do, as an expression of the policy language of at most 4,096 characters, like the condition of a policy.
             * @example activity.action == 'SIGN'
             */
            scope: string;
            /**
             * @description Name of the profile, which is the type of its sessions in their tokens.
             * @example Signing only
             */
            sessionProfileName: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_CREATE_SESSION_PROFILE. */
        CreateSessionProfileRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["CreateSessionProfileIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_SESSION_PROFILE";
        };
        /** @description The answer to ACTIVITY_TYPE_CREATE_SESSION_PROFILE. */
        CreateSessionProfileResponseBody: {
            activity: components["schemas"]["CreateSessionProfileActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_CREATE_SESSION_PROFILE returns. */
        CreateSessionProfileResult: {
            /**
             * @description The new profile.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            sessionProfileId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE. */
        CreateSmartContractInterfaceActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                createSmartContractInterfaceIntent: components["schemas"]["CreateSmartContractInterfaceIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                createSmartContractInterfaceResult?: components["schemas"]["CreateSmartContractInterfaceResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE. */
        CreateSmartContractInterfaceIntent: {
            /**
             * @description A name for the interface that people recognise.
             * @example Stablecoin
             */
            label: string;
            /** @description Remarks for people. */
            notes?: string;
            /**
             * @description Address of the contract or program. An Ethereum address in mixed case must have a valid checksum.
             * @example 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
             */
            smartContractAddress: string;
            /**
             * @description The ABI as a JSON array, or the Anchor IDL as a JSON object, of at most 400,000 characters.
             * @example [{"type":"function","name":"transfer","stateMutability":"nonpayable","inputs":[{"name":"to","type":"address"},{"name":"value","type":"uint256"}],"outputs":[{"name":"","type":"bool"}]}]
             */
            smartContractInterface: string;
            type: components["schemas"]["SmartContractInterfaceType"];
        };
        /** @description The body that submits ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE. */
        CreateSmartContractInterfaceRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["CreateSmartContractInterfaceIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE";
        };
        /** @description The answer to ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE. */
        CreateSmartContractInterfaceResponseBody: {
            activity: components["schemas"]["CreateSmartContractInterfaceActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE returns. */
        CreateSmartContractInterfaceResult: {
            /**
             * @description The stored interface.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            smartContractInterfaceId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8. */
        CreateSubOrganizationActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                createSubOrganizationIntentV8: components["schemas"]["CreateSubOrganizationIntentV8"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                createSubOrganizationResultV8?: components["schemas"]["CreateSubOrganizationResultV8"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8. The threshold is at most the number of root users. */
        CreateSubOrganizationIntentV8: {
            clientSignature?: components["schemas"]["ClientSignature"];
            /** @description Whether users cannot log in by e-mail. */
            disableEmailAuth?: boolean;
            /** @description Whether users cannot be recovered by e-mail. */
            disableEmailRecovery?: boolean;
            /** @description Whether users cannot log in with a one-time passcode sent by e-mail. */
            disableOtpEmailAuth?: boolean;
            /** @description Whether users cannot log in by SMS. */
            disableSmsAuth?: boolean;
            /**
             * @description How many of the root users must approve together.
             * @example 1
             */
            rootQuorumThreshold: number;
            /** @description The root users of the sub-organization. */
            rootUsers: components["schemas"]["RootUserParams"][];
            /**
             * @description A name for the sub-organization that people recognise; may be empty.
             * @example Ada
             */
            subOrganizationName: string;
            /**
             * @description Token that proves the e-mail address or phone number of a root user, which then counts as verified.
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijc1NTFhNGM3NjVlYjc3MGEifQ.eyJleHAiOjE3NjcyMjY1MDAsInB1YmxpY19rZXkiOiIwMjJiNmRmYmFhOGQ3OTg2OTA4YzcxYzc1OTM0MTNiZGUzNWE5ODU4MjgwYjE2Y2Y1OWU5MjhjMjk5MzY1NmQzYzUiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiJiOGQ0ZjZhMi0xYzkzLTRlNzUtOGYwYS1kMzZlNWM3YjlhMTQiLCJvcmdhbml6YXRpb25faWQiOiI2ZjFlN2EzYy01OGQyLTRjMGItOWE0MS0yYjdkOTBjM2U1ZjgifQ.QZYmrAT6UKUyxynmwoX1AUUh-Tr6OS2v26gP2fcDtU0oOdy_f6OuSbqVXM9OL-NzTsRGQrk_02EOyEQLItmDRg
             */
            verificationToken?: string;
            wallet?: components["schemas"]["WalletParams"];
        };
        /** @description The body that submits ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8. */
        CreateSubOrganizationRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["CreateSubOrganizationIntentV8"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8";
        };
        /** @description The answer to ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8. */
        CreateSubOrganizationResponseBody: {
            activity: components["schemas"]["CreateSubOrganizationActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8 returns. */
        CreateSubOrganizationResultV8: {
            /** @description The root users, in the order of the request. */
            rootUserIds?: string[];
            /**
             * @description The sub-organization.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            subOrganizationId: string;
            wallet?: components["schemas"]["WalletResult"];
        };
        /** @description An activity of type ACTIVITY_TYPE_CREATE_USERS_V4. */
        CreateUsersActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                createUsersIntentV4: components["schemas"]["CreateUsersIntentV4"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                createUsersResult?: components["schemas"]["CreateUsersResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_USERS_V4";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_CREATE_USERS_V4. */
        CreateUsersIntentV4: {
            /** @description The users to create. */
            users: components["schemas"]["UserParams"][];
        };
        /** @description The body that submits ACTIVITY_TYPE_CREATE_USERS_V4. */
        CreateUsersRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["CreateUsersIntentV4"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_USERS_V4";
        };
        /** @description The answer to ACTIVITY_TYPE_CREATE_USERS_V4. */
        CreateUsersResponseBody: {
            activity: components["schemas"]["CreateUsersActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_CREATE_USERS_V4 returns. */
        CreateUsersResult: {
            /** @description IDs of the created users, in the order of the request. */
            userIds: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_CREATE_USER_TAG. */
        CreateUserTagActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                createUserTagIntent: components["schemas"]["CreateUserTagIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                createUserTagResult?: components["schemas"]["CreateUserTagResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_USER_TAG";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_CREATE_USER_TAG. */
        CreateUserTagIntent: {
            /** @description The users to put the tag on; an empty list when there are none. */
            userIds: string[];
            /**
             * @description A name for the tag that people recognise.
             * @example Treasurers
             */
            userTagName: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_CREATE_USER_TAG. */
        CreateUserTagRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["CreateUserTagIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_USER_TAG";
        };
        /** @description The answer to ACTIVITY_TYPE_CREATE_USER_TAG. */
        CreateUserTagResponseBody: {
            activity: components["schemas"]["CreateUserTagActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_CREATE_USER_TAG returns. */
        CreateUserTagResult: {
            /** @description The users that have the tag now. */
            userIds: string[];
            /**
             * @description The tag.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userTagId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS. */
        CreateWalletAccountsActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                createWalletAccountsIntent: components["schemas"]["CreateWalletAccountsIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                createWalletAccountsResult?: components["schemas"]["CreateWalletAccountsResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS. The paths of all accounts together have at most 10,000 segments. No two accounts have the same path and address format. */
        CreateWalletAccountsIntent: {
            /** @description Accounts to derive. */
            accounts: components["schemas"]["WalletAccountParams"][];
            /** @description Whether to keep the accounts. Without it they are kept; with false the addresses are only returned. */
            persist?: boolean;
            /**
             * @description The wallet to derive the accounts in.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            walletId: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS. */
        CreateWalletAccountsRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["CreateWalletAccountsIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS";
        };
        /** @description The answer to ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS. */
        CreateWalletAccountsResponseBody: {
            activity: components["schemas"]["CreateWalletAccountsActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS returns. */
        CreateWalletAccountsResult: {
            /** @description Addresses of the accounts, in the order they were asked for. */
            addresses: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_CREATE_WALLET. */
        CreateWalletActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                createWalletIntent: components["schemas"]["CreateWalletIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                createWalletResult?: components["schemas"]["CreateWalletResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_WALLET";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_CREATE_WALLET. The paths of all accounts together have at most 10,000 segments. No two accounts have the same path and address format. */
        CreateWalletIntent: {
            /** @description Accounts to derive; an empty list when there are none. */
            accounts: components["schemas"]["WalletAccountParams"][];
            /**
             * @description Number of words of the seed phrase. Without it the phrase has 12.
             * @example 12
             * @enum {integer}
             */
            mnemonicLength?: 12 | 15 | 18 | 21 | 24;
            /**
             * @description A name for the wallet that people recognise.
             * @example Treasury
             */
            walletName: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_CREATE_WALLET. */
        CreateWalletRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["CreateWalletIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_WALLET";
        };
        /** @description The answer to ACTIVITY_TYPE_CREATE_WALLET. */
        CreateWalletResponseBody: {
            activity: components["schemas"]["CreateWalletActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_CREATE_WALLET returns. */
        CreateWalletResult: {
            /** @description Addresses of the accounts, in the order they were asked for. */
            addresses: string[];
            /**
             * @description The wallet.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            walletId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT. */
        CreateWebhookEndpointActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                createWebhookEndpointIntent: components["schemas"]["CreateWebhookEndpointIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                createWebhookEndpointResult?: components["schemas"]["CreateWebhookEndpointResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT. No two subscriptions have the same event type. */
        CreateWebhookEndpointIntent: {
            /**
             * @description A name for the endpoint that people recognise.
             * @example Back office
             */
            name: string;
            /** @description The events that the endpoint gets; without it, ACTIVITY_UPDATES. It cannot be changed. */
            subscriptions?: components["schemas"]["WebhookSubscriptionParams"][];
            /**
             * @description Where events are sent, with POST: an https URL of at most 2,048 characters, without credentials and without a fragment, whose host is on the public Internet.
             * @example https://app.example.com/webhooks/mintmark
             */
            url: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT. */
        CreateWebhookEndpointRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["CreateWebhookEndpointIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT";
        };
        /** @description The answer to ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT. */
        CreateWebhookEndpointResponseBody: {
            activity: components["schemas"]["CreateWebhookEndpointActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT returns. */
        CreateWebhookEndpointResult: {
            /**
             * @description The endpoint that was created.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            endpointId: string;
            webhookEndpoint: components["schemas"]["WebhookEndpointData"];
        };
        /** @description The public side of something that a user signs with. */
        Credential: {
            /** @description Public key: hex for API and session keys, a base64url COSE key for passkeys. */
            publicKey: string;
            /**
             * @description Session profile of a login session; absent for every other credential.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            sessionProfileId?: string;
            type: components["schemas"]["CredentialType"];
        };
        /**
         * @description What kind of credential a public key is.
         * @enum {string}
         */
        CredentialType: "CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR" | "CREDENTIAL_TYPE_API_KEY_P256" | "CREDENTIAL_TYPE_RECOVER_USER_KEY_P256" | "CREDENTIAL_TYPE_API_KEY_SECP256K1" | "CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256" | "CREDENTIAL_TYPE_API_KEY_ED25519" | "CREDENTIAL_TYPE_OTP_AUTH_KEY_P256" | "CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256" | "CREDENTIAL_TYPE_OAUTH_KEY_P256" | "CREDENTIAL_TYPE_LOGIN";
        /**
         * @description The curve of a wallet account or private key.
         * @enum {string}
         */
        Curve: "CURVE_SECP256K1" | "CURVE_ED25519" | "CURVE_P256";
        /** @description An activity of type ACTIVITY_TYPE_DELETE_API_KEYS. */
        DeleteApiKeysActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                deleteApiKeysIntent: components["schemas"]["DeleteApiKeysIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                deleteApiKeysResult?: components["schemas"]["DeleteApiKeysResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_API_KEYS";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_DELETE_API_KEYS. */
        DeleteApiKeysIntent: {
            /** @description The keys to delete. */
            apiKeyIds: string[];
            /**
             * @description The user that all of the keys belong to.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_DELETE_API_KEYS. */
        DeleteApiKeysRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["DeleteApiKeysIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_API_KEYS";
        };
        /** @description The answer to ACTIVITY_TYPE_DELETE_API_KEYS. */
        DeleteApiKeysResponseBody: {
            activity: components["schemas"]["DeleteApiKeysActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_DELETE_API_KEYS returns. */
        DeleteApiKeysResult: {
            /** @description The keys that were deleted. */
            apiKeyIds: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_DELETE_AUTHENTICATORS. */
        DeleteAuthenticatorsActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                deleteAuthenticatorsIntent: components["schemas"]["DeleteAuthenticatorsIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                deleteAuthenticatorsResult?: components["schemas"]["DeleteAuthenticatorsResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_AUTHENTICATORS";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_DELETE_AUTHENTICATORS. */
        DeleteAuthenticatorsIntent: {
            /** @description The passkeys to delete. */
            authenticatorIds: string[];
            /**
             * @description The user that all of the passkeys belong to.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_DELETE_AUTHENTICATORS. */
        DeleteAuthenticatorsRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["DeleteAuthenticatorsIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_AUTHENTICATORS";
        };
        /** @description The answer to ACTIVITY_TYPE_DELETE_AUTHENTICATORS. */
        DeleteAuthenticatorsResponseBody: {
            activity: components["schemas"]["DeleteAuthenticatorsActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_DELETE_AUTHENTICATORS returns. */
        DeleteAuthenticatorsResult: {
            /** @description The passkeys that were deleted. */
            authenticatorIds: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_DELETE_OAUTH2_CREDENTIAL. */
        DeleteOauth2CredentialActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                deleteOauth2CredentialIntent: components["schemas"]["DeleteOauth2CredentialIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                deleteOauth2CredentialResult?: components["schemas"]["DeleteOauth2CredentialResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_OAUTH2_CREDENTIAL";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_DELETE_OAUTH2_CREDENTIAL. */
        DeleteOauth2CredentialIntent: {
            /**
             * @description The credential to delete.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            oauth2CredentialId: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_DELETE_OAUTH2_CREDENTIAL. */
        DeleteOauth2CredentialRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["DeleteOauth2CredentialIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_OAUTH2_CREDENTIAL";
        };
        /** @description The answer to ACTIVITY_TYPE_DELETE_OAUTH2_CREDENTIAL. */
        DeleteOauth2CredentialResponseBody: {
            activity: components["schemas"]["DeleteOauth2CredentialActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_DELETE_OAUTH2_CREDENTIAL returns. */
        DeleteOauth2CredentialResult: {
            /**
             * @description The credential that was deleted.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            oauth2CredentialId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS. */
        DeleteOauthProvidersActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                deleteOauthProvidersIntent: components["schemas"]["DeleteOauthProvidersIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                deleteOauthProvidersResult?: components["schemas"]["DeleteOauthProvidersResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS. */
        DeleteOauthProvidersIntent: {
            /** @description The links to delete. */
            providerIds: string[];
            /**
             * @description The user that all of the links belong to.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS. */
        DeleteOauthProvidersRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["DeleteOauthProvidersIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS";
        };
        /** @description The answer to ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS. */
        DeleteOauthProvidersResponseBody: {
            activity: components["schemas"]["DeleteOauthProvidersActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS returns. */
        DeleteOauthProvidersResult: {
            /** @description The links that were deleted. */
            providerIds: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_DELETE_POLICIES. */
        DeletePoliciesActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                deletePoliciesIntent: components["schemas"]["DeletePoliciesIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                deletePoliciesResult?: components["schemas"]["DeletePoliciesResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_POLICIES";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_DELETE_POLICIES. */
        DeletePoliciesIntent: {
            /** @description The policies to delete. */
            policyIds: string[];
        };
        /** @description The body that submits ACTIVITY_TYPE_DELETE_POLICIES. */
        DeletePoliciesRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["DeletePoliciesIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_POLICIES";
        };
        /** @description The answer to ACTIVITY_TYPE_DELETE_POLICIES. */
        DeletePoliciesResponseBody: {
            activity: components["schemas"]["DeletePoliciesActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_DELETE_POLICIES returns. */
        DeletePoliciesResult: {
            /** @description The policies that were deleted. */
            policyIds: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_DELETE_POLICY. */
        DeletePolicyActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                deletePolicyIntent: components["schemas"]["DeletePolicyIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                deletePolicyResult?: components["schemas"]["DeletePolicyResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_POLICY";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_DELETE_POLICY. */
        DeletePolicyIntent: {
            /**
             * @description The policy to delete.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            policyId: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_DELETE_POLICY. */
        DeletePolicyRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["DeletePolicyIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_POLICY";
        };
        /** @description The answer to ACTIVITY_TYPE_DELETE_POLICY. */
        DeletePolicyResponseBody: {
            activity: components["schemas"]["DeletePolicyActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_DELETE_POLICY returns. */
        DeletePolicyResult: {
            /**
             * @description The policy that was deleted.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            policyId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_DELETE_PRIVATE_KEYS. */
        DeletePrivateKeysActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                deletePrivateKeysIntent: components["schemas"]["DeletePrivateKeysIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                deletePrivateKeysResult?: components["schemas"]["DeletePrivateKeysResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_PRIVATE_KEYS";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_DELETE_PRIVATE_KEYS. */
        DeletePrivateKeysIntent: {
            /** @description Whether to delete private keys that were never exported, which are then lost. */
            deleteWithoutExport?: boolean;
            /** @description The private keys to delete. */
            privateKeyIds: string[];
        };
        /** @description The body that submits ACTIVITY_TYPE_DELETE_PRIVATE_KEYS. */
        DeletePrivateKeysRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["DeletePrivateKeysIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_PRIVATE_KEYS";
        };
        /** @description The answer to ACTIVITY_TYPE_DELETE_PRIVATE_KEYS. */
        DeletePrivateKeysResponseBody: {
            activity: components["schemas"]["DeletePrivateKeysActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_DELETE_PRIVATE_KEYS returns. */
        DeletePrivateKeysResult: {
            /** @description The private keys that were deleted. */
            privateKeyIds: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_DELETE_PRIVATE_KEY_TAGS. */
        DeletePrivateKeyTagsActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                deletePrivateKeyTagsIntent: components["schemas"]["DeletePrivateKeyTagsIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                deletePrivateKeyTagsResult?: components["schemas"]["DeletePrivateKeyTagsResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_PRIVATE_KEY_TAGS";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_DELETE_PRIVATE_KEY_TAGS. */
        DeletePrivateKeyTagsIntent: {
            /** @description The tags to delete. */
            privateKeyTagIds: string[];
        };
        /** @description The body that submits ACTIVITY_TYPE_DELETE_PRIVATE_KEY_TAGS. */
        DeletePrivateKeyTagsRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["DeletePrivateKeyTagsIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_PRIVATE_KEY_TAGS";
        };
        /** @description The answer to ACTIVITY_TYPE_DELETE_PRIVATE_KEY_TAGS. */
        DeletePrivateKeyTagsResponseBody: {
            activity: components["schemas"]["DeletePrivateKeyTagsActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_DELETE_PRIVATE_KEY_TAGS returns. */
        DeletePrivateKeyTagsResult: {
            /** @description The private keys that had one of them. */
            privateKeyIds: string[];
            /** @description The tags that were deleted. */
            privateKeyTagIds: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_DELETE_SMART_CONTRACT_INTERFACE. */
        DeleteSmartContractInterfaceActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                deleteSmartContractInterfaceIntent: components["schemas"]["DeleteSmartContractInterfaceIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                deleteSmartContractInterfaceResult?: components["schemas"]["DeleteSmartContractInterfaceResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_SMART_CONTRACT_INTERFACE";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_DELETE_SMART_CONTRACT_INTERFACE. */
        DeleteSmartContractInterfaceIntent: {
            /**
             * @description The interface to delete.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            smartContractInterfaceId: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_DELETE_SMART_CONTRACT_INTERFACE. */
        DeleteSmartContractInterfaceRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["DeleteSmartContractInterfaceIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_SMART_CONTRACT_INTERFACE";
        };
        /** @description The answer to ACTIVITY_TYPE_DELETE_SMART_CONTRACT_INTERFACE. */
        DeleteSmartContractInterfaceResponseBody: {
            activity: components["schemas"]["DeleteSmartContractInterfaceActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_DELETE_SMART_CONTRACT_INTERFACE returns. */
        DeleteSmartContractInterfaceResult: {
            /**
             * @description The interface that was deleted.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            smartContractInterfaceId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION. */
        DeleteSubOrganizationActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                deleteSubOrganizationIntent: components["schemas"]["DeleteSubOrganizationIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                deleteSubOrganizationResult?: components["schemas"]["DeleteSubOrganizationResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION. */
        DeleteSubOrganizationIntent: {
            /** @description Whether to delete wallets and private keys that were never exported, which are then lost. */
            deleteWithoutExport?: boolean;
        };
        /** @description The body that submits ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION. */
        DeleteSubOrganizationRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["DeleteSubOrganizationIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION";
        };
        /** @description The answer to ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION. */
        DeleteSubOrganizationResponseBody: {
            activity: components["schemas"]["DeleteSubOrganizationActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION returns. */
        DeleteSubOrganizationResult: {
            /**
             * @description The sub-organization that was deleted.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            subOrganizationUuid: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_DELETE_USERS. */
        DeleteUsersActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                deleteUsersIntent: components["schemas"]["DeleteUsersIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                deleteUsersResult?: components["schemas"]["DeleteUsersResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_USERS";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_DELETE_USERS. */
        DeleteUsersIntent: {
            /** @description The users to delete. */
            userIds: string[];
        };
        /** @description The body that submits ACTIVITY_TYPE_DELETE_USERS. */
        DeleteUsersRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["DeleteUsersIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_USERS";
        };
        /** @description The answer to ACTIVITY_TYPE_DELETE_USERS. */
        DeleteUsersResponseBody: {
            activity: components["schemas"]["DeleteUsersActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_DELETE_USERS returns. */
        DeleteUsersResult: {
            /** @description The users that were deleted. */
            userIds: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_DELETE_USER_TAGS. */
        DeleteUserTagsActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                deleteUserTagsIntent: components["schemas"]["DeleteUserTagsIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                deleteUserTagsResult?: components["schemas"]["DeleteUserTagsResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_USER_TAGS";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_DELETE_USER_TAGS. */
        DeleteUserTagsIntent: {
            /** @description The tags to delete. */
            userTagIds: string[];
        };
        /** @description The body that submits ACTIVITY_TYPE_DELETE_USER_TAGS. */
        DeleteUserTagsRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["DeleteUserTagsIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_USER_TAGS";
        };
        /** @description The answer to ACTIVITY_TYPE_DELETE_USER_TAGS. */
        DeleteUserTagsResponseBody: {
            activity: components["schemas"]["DeleteUserTagsActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_DELETE_USER_TAGS returns. */
        DeleteUserTagsResult: {
            /** @description The users that had one of them. */
            userIds: string[];
            /** @description The tags that were deleted. */
            userTagIds: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_DELETE_WALLET_ACCOUNTS. */
        DeleteWalletAccountsActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                deleteWalletAccountsIntent: components["schemas"]["DeleteWalletAccountsIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                deleteWalletAccountsResult?: components["schemas"]["DeleteWalletAccountsResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_WALLET_ACCOUNTS";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_DELETE_WALLET_ACCOUNTS. */
        DeleteWalletAccountsIntent: {
            /** @description Whether to delete accounts that were never exported. */
            deleteWithoutExport?: boolean;
            /** @description The accounts to delete. */
            walletAccountIds: string[];
        };
        /** @description The body that submits ACTIVITY_TYPE_DELETE_WALLET_ACCOUNTS. */
        DeleteWalletAccountsRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["DeleteWalletAccountsIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_WALLET_ACCOUNTS";
        };
        /** @description The answer to ACTIVITY_TYPE_DELETE_WALLET_ACCOUNTS. */
        DeleteWalletAccountsResponseBody: {
            activity: components["schemas"]["DeleteWalletAccountsActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_DELETE_WALLET_ACCOUNTS returns. */
        DeleteWalletAccountsResult: {
            /** @description The accounts that were deleted. */
            walletAccountIds: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_DELETE_WALLETS. */
        DeleteWalletsActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                deleteWalletsIntent: components["schemas"]["DeleteWalletsIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                deleteWalletsResult?: components["schemas"]["DeleteWalletsResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_WALLETS";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_DELETE_WALLETS. */
        DeleteWalletsIntent: {
            /** @description Whether to delete wallets that were never exported, which are then lost. */
            deleteWithoutExport?: boolean;
            /** @description The wallets to delete. */
            walletIds: string[];
        };
        /** @description The body that submits ACTIVITY_TYPE_DELETE_WALLETS. */
        DeleteWalletsRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["DeleteWalletsIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_WALLETS";
        };
        /** @description The answer to ACTIVITY_TYPE_DELETE_WALLETS. */
        DeleteWalletsResponseBody: {
            activity: components["schemas"]["DeleteWalletsActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_DELETE_WALLETS returns. */
        DeleteWalletsResult: {
            /** @description The wallets that were deleted. */
            walletIds: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT. */
        DeleteWebhookEndpointActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                deleteWebhookEndpointIntent: components["schemas"]["DeleteWebhookEndpointIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                deleteWebhookEndpointResult?: components["schemas"]["DeleteWebhookEndpointResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT. */
        DeleteWebhookEndpointIntent: {
            /**
             * @description The endpoint to delete.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            endpointId: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT. */
        DeleteWebhookEndpointRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["DeleteWebhookEndpointIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT";
        };
        /** @description The answer to ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT. */
        DeleteWebhookEndpointResponseBody: {
            activity: components["schemas"]["DeleteWebhookEndpointActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT returns. */
        DeleteWebhookEndpointResult: {
            /**
             * @description The endpoint that was deleted.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            endpointId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_DISABLE_AUTH_PROXY. */
        DisableAuthProxyActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                disableAuthProxyIntent: components["schemas"]["DisableAuthProxyIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                disableAuthProxyResult?: components["schemas"]["DisableAuthProxyResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DISABLE_AUTH_PROXY";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_DISABLE_AUTH_PROXY. */
        DisableAuthProxyIntent: Record<string, never>;
        /** @description The body that submits ACTIVITY_TYPE_DISABLE_AUTH_PROXY. */
        DisableAuthProxyRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["DisableAuthProxyIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DISABLE_AUTH_PROXY";
        };
        /** @description The answer to ACTIVITY_TYPE_DISABLE_AUTH_PROXY. */
        DisableAuthProxyResponseBody: {
            activity: components["schemas"]["DisableAuthProxyActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_DISABLE_AUTH_PROXY returns. */
        DisableAuthProxyResult: Record<string, never>;
        /** @description The body of dry_run_activity. */
        DryRunActivityRequest: {
            /**
             * @description A past activity of the organization, instead of request.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            activityId?: string;
            /**
             * @description The organization that the activity would be submitted in, or ran in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description Policies that decide as if they were stored. Only for activities of users of this organization: those of the parent decide about what its users submit. A stored policy is replaced or left out at most once. */
            proposedPolicies?: components["schemas"]["ProposedPolicy"][];
            /** @description The exact text of the body that would be submitted. Exactly one of request and activityId is required. */
            request?: string;
            /** @description Stored policies that do not decide, as if they were deleted. */
            withoutPolicyIds?: string[];
            /** @description Whether to return what policies see of a past activity. */
            withValues?: boolean;
        };
        /** @description The answer to dry_run_activity. */
        DryRunActivityResponseBody: {
            /** @description What would release the activity if it waited for approvals; otherwise empty. */
            missingApprovals: components["schemas"]["MissingApproval"][];
            /**
             * @description How many values are missing in values, or are cut there. list_activity_values returns all of them in full. Present whenever values is.
             * @example 0
             */
            omittedValues?: number;
            outcome: components["schemas"]["Outcome"];
            /** @description What each policy would decide, and why. Empty if something else decides, such as the root quorum. */
            policies: components["schemas"]["PolicyExplanation"][];
            /**
             * @description Why, in words for people. Only for a past activity.
             * @example allowed by "Payments to the exchange"
             */
            reason?: string;
            /** @description What policies see of the activity, such as the decoded transaction: recipients, amounts, fees and what is called first, at most 300 values, of which long ones are cut. Only with withValues, for a past activity. */
            values?: components["schemas"]["ActivityValue"][];
        };
        /** @description An activity of type ACTIVITY_TYPE_EARN_DEPLOY_WRAPPER. */
        EarnDeployWrapperActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                earnDeployWrapperIntent: components["schemas"]["EarnDeployWrapperIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                earnDeployWrapperResult?: components["schemas"]["EarnDeployWrapperResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_EARN_DEPLOY_WRAPPER";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_EARN_DEPLOY_WRAPPER. */
        EarnDeployWrapperIntent: {
            chainCaip2: components["schemas"]["EvmChain"];
            /**
             * @description Fee of the client on the yield, in basis points: 0 to 4000.
             * @example 1000
             */
            clientFeeBps: string;
            /**
             * @description Where the fee of the client is paid out to: the address of a wallet account or a private key of the organization.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            clientFeeWallet: string;
            /**
             * @description The vault, as list_earn_vaults returns it.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            vaultAddress: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_EARN_DEPLOY_WRAPPER. */
        EarnDeployWrapperRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["EarnDeployWrapperIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_EARN_DEPLOY_WRAPPER";
        };
        /** @description The answer to ACTIVITY_TYPE_EARN_DEPLOY_WRAPPER. */
        EarnDeployWrapperResponseBody: {
            activity: components["schemas"]["EarnDeployWrapperActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_EARN_DEPLOY_WRAPPER returns. */
        EarnDeployWrapperResult: {
            /**
             * @description What get_earn_deploy_status takes.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            deployRequestId: string;
            /**
             * @description Address of the contract that holds the fees until they are released.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            splitterAddress: string;
            /**
             * @description Address of the wrapper, which deposits go to.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            wrapperAddress: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_EARN_DEPOSIT. */
        EarnDepositActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                earnDepositIntent: components["schemas"]["EarnDepositIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                earnDepositResult?: components["schemas"]["EarnDepositResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_EARN_DEPOSIT";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_EARN_DEPOSIT. */
        EarnDepositIntent: {
            /**
             * @description How much to deposit, in raw units of the asset.
             * @example 250000000
             */
            assets: string;
            chainCaip2: components["schemas"]["EvmChain"];
            /**
             * @description The account: the address of a wallet account or of a private key.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            signWith: string;
            /** @description Whether somebody else pays the fee. Not supported: it must be absent or false. */
            sponsor?: boolean;
            /**
             * @description A deployed wrapper of the organization or of its parent.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            wrapperAddress: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_EARN_DEPOSIT. */
        EarnDepositRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["EarnDepositIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_EARN_DEPOSIT";
        };
        /** @description The answer to ACTIVITY_TYPE_EARN_DEPOSIT. */
        EarnDepositResponseBody: {
            activity: components["schemas"]["EarnDepositActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_EARN_DEPOSIT returns. */
        EarnDepositResult: {
            /**
             * @description What get_earn_deposit_status takes.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            depositRequestId: string;
        };
        /** @description A vault that the organization has enabled by deploying a fee wrapper in front of it. */
        EarnEnabledVault: {
            /**
             * @description Yield before fees, as a decimal fraction.
             * @example 0.0812
             */
            apyPct?: string;
            /**
             * @description The underlying asset as a CAIP-19 identifier, which carries the chain.
             * @example eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
             */
            caip19?: string;
            /**
             * @description Client fee that can be released now, in raw units of the asset, without the service fee. Only a parent organization sees it.
             * @example 250000000
             */
            claimableClientFee?: string;
            claimableClientFeeDisplay?: components["schemas"]["AmountDisplay"];
            /**
             * @description Fee of the client on the yield, in basis points.
             * @example 1000
             */
            clientFeeBps?: string;
            /**
             * @description Wallet that client fees are paid out to on chain. Unset when a sub-organization asks.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            clientFeeWallet?: string;
            /** @description Names of the curators, separated by commas; empty where the provider has none. */
            curator?: string;
            /** @description Whether the service refuses deposits to the wrapper. Withdrawals are always possible. */
            depositsDisabled?: boolean;
            display?: components["schemas"]["AmountDisplay"];
            /** @description Name of the vault contract; for EARN_PROVIDER_BETA the symbol of the asset. */
            name?: string;
            /**
             * @description Yield after fees, as a decimal fraction.
             * @example 0.0812
             */
            netApyPct?: string;
            provider?: components["schemas"]["EarnProvider"];
            /**
             * @description Value held by the wrapper, in raw units of the underlying asset.
             * @example 250000000
             */
            totalDeposited?: string;
            /**
             * @description Address of the underlying vault.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            vaultAddress?: string;
            /**
             * @description Address of the deployed fee wrapper, which deposits go to.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            wrapperAddress?: string;
        };
        /**
         * @description Who runs a yield vault.
         * @enum {string}
         */
        EarnProvider: "EARN_PROVIDER_ALPHA" | "EARN_PROVIDER_BETA";
        /**
         * @description PENDING until the transaction is in a block, then COMPLETED, or FAILED if it was reverted in a final block or cannot be included any more. PENDING with an error: no node took it, but it may still be included. A chain may drop blocks, and then COMPLETED becomes PENDING again.
         * @enum {string}
         */
        EarnRequestStatus: "PENDING" | "COMPLETED" | "FAILED";
        /** @description An activity of type ACTIVITY_TYPE_EARN_SET_WRAPPER_STATE. */
        EarnSetWrapperStateActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                earnSetWrapperStateIntent: components["schemas"]["EarnSetWrapperStateIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                earnSetWrapperStateResult?: components["schemas"]["EarnSetWrapperStateResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_EARN_SET_WRAPPER_STATE";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_EARN_SET_WRAPPER_STATE. */
        EarnSetWrapperStateIntent: {
            /** @description Whether deposits are to be refused. */
            depositsDisabled: boolean;
            /**
             * @description A wrapper that the organization deployed, as the earn listing queries return it.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            wrapperAddress: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_EARN_SET_WRAPPER_STATE. */
        EarnSetWrapperStateRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["EarnSetWrapperStateIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_EARN_SET_WRAPPER_STATE";
        };
        /** @description The answer to ACTIVITY_TYPE_EARN_SET_WRAPPER_STATE. */
        EarnSetWrapperStateResponseBody: {
            activity: components["schemas"]["EarnSetWrapperStateActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_EARN_SET_WRAPPER_STATE returns. */
        EarnSetWrapperStateResult: {
            /** @description Whether deposits are refused now. */
            depositsDisabled: boolean;
            /**
             * @description The wrapper that was changed.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            wrapperAddress: string;
        };
        /** @description A vault of the catalog. */
        EarnVault: {
            /**
             * @description Current yield as a decimal fraction: 0.0812 is 8.12 percent.
             * @example 0.0812
             */
            apyPct?: string;
            /**
             * @description The underlying asset as a CAIP-19 identifier, which carries the chain.
             * @example eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
             */
            caip19?: string;
            /** @description Names of the curators, separated by commas; empty where the provider has none. */
            curator?: string;
            display?: components["schemas"]["AmountDisplay"];
            /** @description Whether the organization of the request, or its parent, has enabled the vault. */
            enabled?: boolean;
            /** @description Name of the vault contract; for EARN_PROVIDER_BETA the symbol of the asset. */
            name?: string;
            provider?: components["schemas"]["EarnProvider"];
            /**
             * @description Value locked in the vault, in raw units of the underlying asset.
             * @example 250000000
             */
            tvl?: string;
            /**
             * @description Address of the underlying vault.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            vaultAddress?: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_EARN_WITHDRAW. */
        EarnWithdrawActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                earnWithdrawIntent: components["schemas"]["EarnWithdrawIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                earnWithdrawResult?: components["schemas"]["EarnWithdrawResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_EARN_WITHDRAW";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_EARN_WITHDRAW. */
        EarnWithdrawIntent: {
            /**
             * @description How much to withdraw, in raw units of the asset, or max for all shares of the account.
             * @example 250000000
             */
            amountValue: string;
            chainCaip2: components["schemas"]["EvmChain"];
            /**
             * @description The account: the address of a wallet account or of a private key.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            signWith: string;
            /** @description Whether somebody else pays the fee. Not supported: it must be absent or false. */
            sponsor?: boolean;
            /**
             * @description A deployed wrapper of the organization or of its parent.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            wrapperAddress: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_EARN_WITHDRAW. */
        EarnWithdrawRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["EarnWithdrawIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_EARN_WITHDRAW";
        };
        /** @description The answer to ACTIVITY_TYPE_EARN_WITHDRAW. */
        EarnWithdrawResponseBody: {
            activity: components["schemas"]["EarnWithdrawActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_EARN_WITHDRAW returns. */
        EarnWithdrawResult: {
            /**
             * @description What get_earn_withdraw_status takes.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            withdrawRequestId: string;
        };
        /**
         * @description What a policy does where it applies. EFFECT_DENY wins over every EFFECT_ALLOW.
         * @enum {string}
         */
        Effect: "EFFECT_ALLOW" | "EFFECT_DENY";
        /** @description How the mail with a one-time passcode looks. */
        EmailCustomizationParams: {
            /** @description An https URL of a logo. If a user of a sub-organization submits it, the parent's is used instead. */
            logoUrl?: string;
            /**
             * @description A link that signs in with one click, with %s or {{.OtpCode}} in the place of the code. If a user of a sub-organization submits it, the parent's is used instead.
             * @example https://app.example.com/sign-in?code=%s
             */
            magicLinkTemplate?: string;
            /** @description Accepted for compatibility; this service has one template. */
            templateId?: string;
            /** @description Accepted for compatibility; this service has one template without variables. */
            templateVariables?: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_ENABLE_AUTH_PROXY. */
        EnableAuthProxyActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                enableAuthProxyIntent: components["schemas"]["EnableAuthProxyIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                enableAuthProxyResult?: components["schemas"]["EnableAuthProxyResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_ENABLE_AUTH_PROXY";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_ENABLE_AUTH_PROXY. */
        EnableAuthProxyIntent: Record<string, never>;
        /** @description The body that submits ACTIVITY_TYPE_ENABLE_AUTH_PROXY. */
        EnableAuthProxyRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["EnableAuthProxyIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_ENABLE_AUTH_PROXY";
        };
        /** @description The answer to ACTIVITY_TYPE_ENABLE_AUTH_PROXY. */
        EnableAuthProxyResponseBody: {
            activity: components["schemas"]["EnableAuthProxyActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_ENABLE_AUTH_PROXY returns. */
        EnableAuthProxyResult: {
            /**
             * @description The user that the proxy acts as.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
        };
        /** @description More about an error. Its @type says which of the other members are there. */
        ErrorDetail: {
            /**
             * @description mintmark.v1.ErrorDetail or google.rpc.BadRequest.
             * @example mintmark.v1.ErrorDetail
             */
            "@type": string;
            /**
             * @description The activity that was kept when the request was denied.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            activityId?: string;
            /** @description Stable name of the error, as the catalogue of this document lists it. */
            errorCode?: string;
            /** @description The fields that break the contract. */
            fieldViolations?: components["schemas"]["FieldViolation"][];
        };
        /** @description A call that an account makes. */
        EthCallParams: {
            /**
             * @description The call data as hex, with or without 0x; by default none, which may also be written as 0x.
             * @example 0x70a08231000000000000000000000000f39fd6e51aad88f6f4ce6ab8827279cfffb92266
             */
            data?: string;
            /**
             * @description The recipient or the contract.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            to: string;
            /**
             * @description The amount in wei; by default 0.
             * @example 250000000
             */
            value?: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2. */
        EthSendTransactionActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                ethSendTransactionIntentV2: components["schemas"]["EthSendTransactionIntentV2"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                ethSendTransactionResultV2?: components["schemas"]["EthSendTransactionResultV2"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2. */
        EthSendTransactionIntentV2: {
            caip2: components["schemas"]["SendChain"];
            /** @description What the account calls, in order. */
            calls: components["schemas"]["EthCallParams"][];
            /**
             * @description For sponsored transactions only.
             * @example 1000
             */
            deadline?: string;
            /**
             * @description The account that sends: the address of a wallet account or of a private key.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            from: string;
            /**
             * @description The limit of gas. Absent, the node estimates it.
             * @example 1000
             */
            gasLimit?: string;
            /**
             * @description For sponsored transactions only.
             * @example 1000
             */
            gasStationNonce?: string;
            /**
             * @description The most that a unit of gas may cost, in wei. Absent, twice the current base fee and the priority fee.
             * @example 250000000
             */
            maxFeePerGas?: string;
            /**
             * @description The most that the producer of the block gets for a unit of gas, in wei. Absent, the node suggests it.
             * @example 250000000
             */
            maxPriorityFeePerGas?: string;
            /**
             * @description The nonce. Absent, it is that of a transaction that no node took, or else the next one. One that is used by a waiting transaction replaces it.
             * @example 1000
             */
            nonce?: string;
            /** @description Whether somebody else pays the fee. Not supported: it must be absent or false. */
            sponsor?: boolean;
        };
        /** @description The body that submits ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2. */
        EthSendTransactionRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["EthSendTransactionIntentV2"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2";
        };
        /** @description The answer to ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2. */
        EthSendTransactionResponseBody: {
            activity: components["schemas"]["EthSendTransactionActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2 returns. */
        EthSendTransactionResultV2: {
            /**
             * @description What get_send_transaction_status takes.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            sendTransactionStatusId: string;
        };
        /** @description A transaction of an EVM chain. */
        EthSendTransactionStatus: {
            /**
             * @description Hash of the transaction, known since it was signed.
             * @example 0xc6b96208da008581c8401312c6025b96a7028812de06e809b03bf94598d9cefb
             */
            txHash?: string;
        };
        /**
         * @description An EVM chain as a CAIP-2 identifier.
         * @enum {string}
         */
        EvmChain: "eip155:1" | "eip155:11155111" | "eip155:8453" | "eip155:84532" | "eip155:137" | "eip155:80002" | "eip155:42161" | "eip155:4217" | "eip155:42431" | "eip155:421614" | "eip155:56" | "eip155:97";
        /** @description A transaction of an EVM chain that touched the queried address. */
        EvmTransaction: {
            block: components["schemas"]["TransactionBlock"];
            fee: components["schemas"]["TransactionFee"];
            /**
             * @description Who sent it.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            from: string;
            /**
             * @description Where the transaction came from: MINTMARK if the service submitted it for this organization, else EXTERNAL.
             * @example EXTERNAL
             */
            origin: string;
            platform?: components["schemas"]["TransactionPlatform"];
            status: components["schemas"]["TransactionStatus"];
            /**
             * @description The account or contract that it called; absent when it created a contract. Payers and recipients of value are in the transfers.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            to?: string;
            /**
             * @description Hash of the transaction.
             * @example 0xc6b96208da008581c8401312c6025b96a7028812de06e809b03bf94598d9cefb
             */
            transactionHash: string;
            /** @description The value that it moved to or from the queried address. */
            transfers: components["schemas"]["Transfer"][];
        };
        /** @description An activity of type ACTIVITY_TYPE_EXPORT_PRIVATE_KEY. */
        ExportPrivateKeyActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                exportPrivateKeyIntent: components["schemas"]["ExportPrivateKeyIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                exportPrivateKeyResult?: components["schemas"]["ExportPrivateKeyResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_EXPORT_PRIVATE_KEY";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_EXPORT_PRIVATE_KEY. */
        ExportPrivateKeyIntent: {
            /**
             * @description The private key to export.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            privateKeyId: string;
            /**
             * @description Public key of the client, which the export bundle is encrypted to.
             * @example 044728d1fb1ee15aa01c155afc00faaa883542fdc7018f31cda2fa2ee557e3a62096185ba6135b5c5fa93e22fc1a8f53ef8271f162e5d8e9caa5573c8e98d48067
             */
            targetPublicKey: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_EXPORT_PRIVATE_KEY. */
        ExportPrivateKeyRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["ExportPrivateKeyIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_EXPORT_PRIVATE_KEY";
        };
        /** @description The answer to ACTIVITY_TYPE_EXPORT_PRIVATE_KEY. */
        ExportPrivateKeyResponseBody: {
            activity: components["schemas"]["ExportPrivateKeyActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_EXPORT_PRIVATE_KEY returns. */
        ExportPrivateKeyResult: {
            /** @description The private key, encrypted to the key of the client and signed by the service. */
            exportBundle: string;
            /**
             * @description The private key that was exported.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            privateKeyId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT. */
        ExportWalletAccountActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                exportWalletAccountIntent: components["schemas"]["ExportWalletAccountIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                exportWalletAccountResult?: components["schemas"]["ExportWalletAccountResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT. */
        ExportWalletAccountIntent: {
            /**
             * @description Address of the wallet account.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            address: string;
            /**
             * @description Public key of the client, which the export bundle is encrypted to.
             * @example 044728d1fb1ee15aa01c155afc00faaa883542fdc7018f31cda2fa2ee557e3a62096185ba6135b5c5fa93e22fc1a8f53ef8271f162e5d8e9caa5573c8e98d48067
             */
            targetPublicKey: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT. */
        ExportWalletAccountRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["ExportWalletAccountIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT";
        };
        /** @description The answer to ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT. */
        ExportWalletAccountResponseBody: {
            activity: components["schemas"]["ExportWalletAccountActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT returns. */
        ExportWalletAccountResult: {
            /**
             * @description Address of the wallet account.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            address: string;
            /** @description The private key, encrypted to the key of the client and signed by the service. */
            exportBundle: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_EXPORT_WALLET. */
        ExportWalletActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                exportWalletIntent: components["schemas"]["ExportWalletIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                exportWalletResult?: components["schemas"]["ExportWalletResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_EXPORT_WALLET";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_EXPORT_WALLET. */
        ExportWalletIntent: {
            language?: components["schemas"]["MnemonicLanguage"];
            /**
             * @description Public key of the client, which the export bundle is encrypted to.
             * @example 044728d1fb1ee15aa01c155afc00faaa883542fdc7018f31cda2fa2ee557e3a62096185ba6135b5c5fa93e22fc1a8f53ef8271f162e5d8e9caa5573c8e98d48067
             */
            targetPublicKey: string;
            /**
             * @description The wallet to export.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            walletId: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_EXPORT_WALLET. */
        ExportWalletRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["ExportWalletIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_EXPORT_WALLET";
        };
        /** @description The answer to ACTIVITY_TYPE_EXPORT_WALLET. */
        ExportWalletResponseBody: {
            activity: components["schemas"]["ExportWalletActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_EXPORT_WALLET returns. */
        ExportWalletResult: {
            /** @description The seed phrase, encrypted to the key of the client and signed by the service. */
            exportBundle: string;
            /**
             * @description The wallet that was exported.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            walletId: string;
        };
        /**
         * @description What an organization can have switched on or set.
         * @enum {string}
         */
        FeatureName: "FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY" | "FEATURE_NAME_WEBAUTHN_ORIGINS" | "FEATURE_NAME_EMAIL_AUTH" | "FEATURE_NAME_EMAIL_RECOVERY" | "FEATURE_NAME_WEBHOOK" | "FEATURE_NAME_SMS_AUTH" | "FEATURE_NAME_OTP_EMAIL_AUTH" | "FEATURE_NAME_AUTH_PROXY" | "FEATURE_NAME_SOLANA_RENT_PREFUND_ENABLED" | "FEATURE_NAME_SWAP_CONFIG" | "FEATURE_NAME_EARN_CONFIG" | "FEATURE_NAME_OPERATOR_RECOVERY_FORBIDDEN";
        /** @description A field that breaks the contract. */
        FieldViolation: {
            /** @description What is wrong with it. */
            description: string;
            /** @description Path of the field, with dots between its members, for example parameters.users.0.userName. */
            field: string;
        };
        /** @description The body of get_activity. */
        GetActivityRequest: {
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            activityId: string;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The answer to get_activity. */
        GetActivityResponseBody: {
            activity: components["schemas"]["Activity"];
        };
        /** @description The body of get_api_key. */
        GetApiKeyRequest: {
            /**
             * @description The API key.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            apiKeyId: string;
            /**
             * @description The organization that the user of the key belongs to.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The answer to get_api_key. */
        GetApiKeyResponseBody: {
            apiKey: components["schemas"]["ApiKey"];
        };
        /** @description The body of get_api_keys. */
        GetApiKeysRequest: {
            /**
             * @description The organization that the users of the keys belong to.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /**
             * @description The user whose keys to list. Without it, those of all users.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId?: string;
        };
        /** @description The answer to get_api_keys. */
        GetApiKeysResponseBody: {
            /** @description The API keys. */
            apiKeys: components["schemas"]["ApiKey"][];
        };
        /** @description The body of get_audit_head. */
        GetAuditHeadRequest: {
            /**
             * @description The organization whose chain it is.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The answer to get_audit_head. */
        GetAuditHeadResponseBody: {
            auditHead: components["schemas"]["AuditHead"];
        };
        /** @description The body of get_authenticator. */
        GetAuthenticatorRequest: {
            /**
             * @description The passkey.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            authenticatorId: string;
            /**
             * @description The organization that the user of the passkey belongs to.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The answer to get_authenticator. */
        GetAuthenticatorResponseBody: {
            authenticator: components["schemas"]["Authenticator"];
        };
        /** @description The body of get_authenticators. */
        GetAuthenticatorsRequest: {
            /**
             * @description The organization that the user belongs to.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /**
             * @description The user whose passkeys to list.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
        };
        /** @description The answer to get_authenticators. */
        GetAuthenticatorsResponseBody: {
            /** @description The passkeys. */
            authenticators: components["schemas"]["Authenticator"][];
        };
        /** @description The body of get_auth_proxy_config. */
        GetAuthProxyConfigRequest: {
            /**
             * @description The organization that has the proxy.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The answer to get_auth_proxy_config. */
        GetAuthProxyConfigResponseBody: {
            authProxyConfig: components["schemas"]["AuthProxyConfig"];
        };
        /** @description The body of get_boot_proof. */
        GetBootProofRequest: {
            /**
             * @description The ephemeral public key, as app proofs have it in publicKey.
             * @example 9eb435959b07b498
             */
            ephemeralKey: string;
            /**
             * @description The organization that asks.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The answer to get_boot_proof. */
        GetBootProofResponseBody: {
            bootProof: components["schemas"]["BootProof"];
        };
        /** @description The body of get_earn_deploy_status. */
        GetEarnDeployStatusRequest: {
            /**
             * @description What earn_deploy_wrapper returned.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            deployRequestId: string;
            /**
             * @description The organization that submitted the deployment.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The answer to get_earn_deploy_status. */
        GetEarnDeployStatusResponseBody: {
            /**
             * @description Hash of the transaction that deploys the wrapper. Absent if the wrapper was on the chain before.
             * @example 0xc6b96208da008581c8401312c6025b96a7028812de06e809b03bf94598d9cefb
             */
            deployTxHash?: string;
            /** @description Why it failed, or why no node took it, for people. */
            error?: string;
            status: components["schemas"]["EarnRequestStatus"];
        };
        /** @description The body of get_earn_deposit_status. */
        GetEarnDepositStatusRequest: {
            /**
             * @description What earn_deposit returned.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            depositRequestId: string;
            /**
             * @description The organization that submitted the deposit.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The answer to get_earn_deposit_status. */
        GetEarnDepositStatusResponseBody: {
            /**
             * @description Hash of the transaction that deposits.
             * @example 0xc6b96208da008581c8401312c6025b96a7028812de06e809b03bf94598d9cefb
             */
            depositTxHash?: string;
            /** @description Why it failed, or why no node took it, for people. */
            error?: string;
            status: components["schemas"]["EarnRequestStatus"];
        };
        /** @description The body of get_earn_withdraw_status. */
        GetEarnWithdrawStatusRequest: {
            /**
             * @description The organization that submitted the withdrawal.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /**
             * @description What earn_withdraw returned.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            withdrawRequestId: string;
        };
        /** @description The answer to get_earn_withdraw_status. */
        GetEarnWithdrawStatusResponseBody: {
            /** @description Why it failed, or why no node took it, for people. */
            error?: string;
            status: components["schemas"]["EarnRequestStatus"];
            /**
             * @description Hash of the transaction that withdraws.
             * @example 0xc6b96208da008581c8401312c6025b96a7028812de06e809b03bf94598d9cefb
             */
            withdrawTxHash?: string;
        };
        /** @description The body of get_latest_boot_proof. */
        GetLatestBootProofRequest: {
            /**
             * @description The app, by its UUID or its name. This service has one: mintmark-server.
             * @example 8d2b5f71-3c96-4e0a-b7d4-a1f6c9e08253
             */
            appName: string;
            /**
             * @description The organization that asks.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The answer to get_latest_boot_proof. */
        GetLatestBootProofResponseBody: {
            bootProof: components["schemas"]["BootProof"];
        };
        /** @description The body of get_oauth2_credential. */
        GetOauth2CredentialRequest: {
            /**
             * @description The credential to get.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            oauth2CredentialId: string;
            /**
             * @description The organization that the credential belongs to.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The answer to get_oauth2_credential. */
        GetOauth2CredentialResponseBody: {
            oauth2Credential: components["schemas"]["Oauth2Credential"];
        };
        /** @description The body of get_oauth_providers. */
        GetOauthProvidersRequest: {
            /**
             * @description The organization that the users belong to.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /**
             * @description The user whose links to list. Without it, those of all users.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId?: string;
        };
        /** @description The answer to get_oauth_providers. */
        GetOauthProvidersResponseBody: {
            /** @description The links. */
            oauthProviders: components["schemas"]["OauthProvider"][];
        };
        /** @description The body of get_organization_configs. */
        GetOrganizationConfigsRequest: {
            /**
             * @description The organization that is asked about.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The answer to get_organization_configs. */
        GetOrganizationConfigsResponseBody: {
            configs: components["schemas"]["OrganizationConfigs"];
        };
        /** @description The body of get_policy_evaluations. */
        GetPolicyEvaluationsRequest: {
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            activityId: string;
            /**
             * @description The organization that the activity belongs to.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The answer to get_policy_evaluations. */
        GetPolicyEvaluationsResponseBody: {
            /** @description The evaluations, oldest first. */
            policyEvaluations: components["schemas"]["ActivityPolicyEvaluation"][];
        };
        /** @description The body of get_policy. */
        GetPolicyRequest: {
            /**
             * @description The organization that has the policy.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /**
             * @description The policy.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            policyId: string;
        };
        /** @description The answer to get_policy. */
        GetPolicyResponseBody: {
            policy: components["schemas"]["Policy"];
        };
        /** @description The body of get_private_key. */
        GetPrivateKeyRequest: {
            /**
             * @description The organization that owns the key.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /**
             * @description The private key.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            privateKeyId: string;
        };
        /** @description The answer to get_private_key. */
        GetPrivateKeyResponseBody: {
            privateKey: components["schemas"]["PrivateKey"];
        };
        /** @description The body of get_send_transaction_status. */
        GetSendTransactionStatusRequest: {
            /**
             * @description The organization that sent the transaction.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /**
             * @description What eth_send_transaction returned.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            sendTransactionStatusId: string;
        };
        /** @description The answer to get_send_transaction_status. */
        GetSendTransactionStatusResponseBody: {
            error?: components["schemas"]["TxError"];
            eth?: components["schemas"]["EthSendTransactionStatus"];
            /** @description Why it failed, or why no node took it, for people. */
            txError?: string;
            txStatus: components["schemas"]["SendTransactionState"];
        };
        /** @description The body of get_session_profile. */
        GetSessionProfileRequest: {
            /**
             * @description The organization that has the profile, or a sub-organization of it.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /**
             * @description The profile to get.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            sessionProfileId: string;
        };
        /** @description The answer to get_session_profile. */
        GetSessionProfileResponseBody: {
            sessionProfile: components["schemas"]["SessionProfile"];
        };
        /** @description The body of get_session_profiles. */
        GetSessionProfilesRequest: {
            /**
             * @description The organization that has the profiles, or a sub-organization of it.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The answer to get_session_profiles. */
        GetSessionProfilesResponseBody: {
            /** @description The profiles. */
            sessionProfiles: components["schemas"]["SessionProfile"][];
        };
        /** @description The body of get_smart_contract_interface. */
        GetSmartContractInterfaceRequest: {
            /**
             * @description The organization that stored the interface.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /**
             * @description The interface to get.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            smartContractInterfaceId: string;
        };
        /** @description The answer to get_smart_contract_interface. */
        GetSmartContractInterfaceResponseBody: {
            smartContractInterface: components["schemas"]["SmartContractInterface"];
        };
        /** @description The body of get_user. */
        GetUserRequest: {
            /**
             * @description The organization that the user belongs to.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /**
             * @description The user.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
        };
        /** @description The answer to get_user. */
        GetUserResponseBody: {
            user: components["schemas"]["User"];
        };
        /** @description The body of get_wallet_account. An address or a path is required. */
        GetWalletAccountRequest: {
            /**
             * @description Address of the account.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            address?: string;
            /**
             * @description The organization that owns the wallet.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /**
             * @description Path of the account, as it was given.
             * @example m/44'/60'/0'/0/0
             */
            path?: string;
            /**
             * @description The wallet.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            walletId: string;
        };
        /** @description The answer to get_wallet_account. */
        GetWalletAccountResponseBody: {
            account: components["schemas"]["WalletAccount"];
        };
        /** @description The body of get_wallet. */
        GetWalletRequest: {
            /**
             * @description The organization that owns the wallet.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /**
             * @description The wallet.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            walletId: string;
        };
        /** @description The answer to get_wallet. */
        GetWalletResponseBody: {
            wallet: components["schemas"]["Wallet"];
        };
        /**
         * @description How a payload becomes what is signed: not at all because it is already a digest of 32 bytes (NO_OP), by a hash function, or as ed25519 does it by itself (NOT_APPLICABLE). EIP-712 and EIP-7702 payloads have their own digest and take NO_OP.
         * @enum {string}
         */
        HashFunction: "HASH_FUNCTION_NO_OP" | "HASH_FUNCTION_SHA256" | "HASH_FUNCTION_KECCAK256" | "HASH_FUNCTION_NOT_APPLICABLE";
        /** @description An activity of type ACTIVITY_TYPE_IMPORT_PRIVATE_KEY. */
        ImportPrivateKeyActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                importPrivateKeyIntent: components["schemas"]["ImportPrivateKeyIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                importPrivateKeyResult?: components["schemas"]["ImportPrivateKeyResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_IMPORT_PRIVATE_KEY";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_IMPORT_PRIVATE_KEY. Each address format is one that a key of the curve has. */
        ImportPrivateKeyIntent: {
            /** @description Formats to make an address in; one that is named twice counts once. An empty list when there are none. */
            addressFormats: components["schemas"]["AddressFormat"][];
            curve: components["schemas"]["Curve"];
            /** @description The private key, encrypted to the key of the import bundle. */
            encryptedBundle: string;
            /**
             * @description A name for the key that people recognise.
             * @example Payout key
             */
            privateKeyName: string;
            /**
             * @description The user who imports the private key, which must be the calling user.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_IMPORT_PRIVATE_KEY. */
        ImportPrivateKeyRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["ImportPrivateKeyIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_IMPORT_PRIVATE_KEY";
        };
        /** @description The answer to ACTIVITY_TYPE_IMPORT_PRIVATE_KEY. */
        ImportPrivateKeyResponseBody: {
            activity: components["schemas"]["ImportPrivateKeyActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_IMPORT_PRIVATE_KEY returns. */
        ImportPrivateKeyResult: {
            /** @description Addresses of the key, one for each format, in the order they were asked for. */
            addresses: components["schemas"]["PrivateKeyAddress"][];
            /**
             * @description The private key.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            privateKeyId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_IMPORT_WALLET. */
        ImportWalletActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                importWalletIntent: components["schemas"]["ImportWalletIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                importWalletResult?: components["schemas"]["ImportWalletResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_IMPORT_WALLET";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_IMPORT_WALLET. The paths of all accounts together have at most 10,000 segments. No two accounts have the same path and address format. */
        ImportWalletIntent: {
            /** @description Accounts to derive; an empty list when there are none. */
            accounts: components["schemas"]["WalletAccountParams"][];
            /** @description The seed phrase, encrypted to the key of the import bundle. */
            encryptedBundle: string;
            /**
             * @description The user who imports the wallet, which must be the calling user.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
            /**
             * @description A name for the wallet that people recognise.
             * @example Treasury
             */
            walletName: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_IMPORT_WALLET. */
        ImportWalletRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["ImportWalletIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_IMPORT_WALLET";
        };
        /** @description The answer to ACTIVITY_TYPE_IMPORT_WALLET. */
        ImportWalletResponseBody: {
            activity: components["schemas"]["ImportWalletActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_IMPORT_WALLET returns. */
        ImportWalletResult: {
            /** @description Addresses of the accounts, in the order they were asked for. */
            addresses: string[];
            /**
             * @description The wallet.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            walletId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY. */
        InitImportPrivateKeyActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                initImportPrivateKeyIntent: components["schemas"]["InitImportPrivateKeyIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                initImportPrivateKeyResult?: components["schemas"]["InitImportPrivateKeyResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY. */
        InitImportPrivateKeyIntent: {
            /**
             * @description The user who imports the private key.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY. */
        InitImportPrivateKeyRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["InitImportPrivateKeyIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY";
        };
        /** @description The answer to ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY. */
        InitImportPrivateKeyResponseBody: {
            activity: components["schemas"]["InitImportPrivateKeyActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY returns. */
        InitImportPrivateKeyResult: {
            /** @description The public key to encrypt to, with the signature of the service over it. */
            importBundle: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_INIT_IMPORT_WALLET. */
        InitImportWalletActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                initImportWalletIntent: components["schemas"]["InitImportWalletIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                initImportWalletResult?: components["schemas"]["InitImportWalletResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_INIT_IMPORT_WALLET";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_INIT_IMPORT_WALLET. */
        InitImportWalletIntent: {
            /**
             * @description The user who imports the wallet.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_INIT_IMPORT_WALLET. */
        InitImportWalletRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["InitImportWalletIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_INIT_IMPORT_WALLET";
        };
        /** @description The answer to ACTIVITY_TYPE_INIT_IMPORT_WALLET. */
        InitImportWalletResponseBody: {
            activity: components["schemas"]["InitImportWalletActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_INIT_IMPORT_WALLET returns. */
        InitImportWalletResult: {
            /** @description The public key to encrypt to, with the signature of the service over it. */
            importBundle: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_INIT_OTP_V3. */
        InitOtpActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                initOtpIntentV3: components["schemas"]["InitOtpIntentV3"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                initOtpResultV2?: components["schemas"]["InitOtpResultV2"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_INIT_OTP_V3";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_INIT_OTP_V3. The contact is an e-mail address for OTP_TYPE_EMAIL, and a phone number in E.164 form for OTP_TYPE_SMS. */
        InitOtpIntentV3: {
            /** @description Whether the code has letters and digits (Crockford base32) instead of digits only. Without it, it has. */
            alphanumeric?: boolean;
            /**
             * @description The name of the app, which the message tells. If a user of a sub-organization submits it, the parent's is used instead.
             * @example Acme
             */
            appName: string;
            /**
             * @description The e-mail address or phone number that the passcode is sent to.
             * @example ada@example.com
             */
            contact: string;
            emailCustomization?: components["schemas"]["EmailCustomizationParams"];
            /**
             * @description How long the code works, in seconds, at most 600. Without it, 300.
             * @example 300
             */
            expirationSeconds?: string;
            /** @description How many characters the code has, 6 to 9. Without it, 9. */
            otpLength?: number;
            otpType: components["schemas"]["OtpType"];
            /**
             * @description Where answers to the mail go. If a user of a sub-organization submits it, the parent's is used instead.
             * @example ada@example.com
             */
            replyToEmailAddress?: string;
            /**
             * @description The sender of the mail. The operator has to allow it. If a user of a sub-organization submits it, the parent's is used instead.
             * @example ada@example.com
             */
            sendFromEmailAddress?: string;
            /**
             * @description The name of the sender of the mail. If a user of a sub-organization submits it, the parent's is used instead.
             * @example Acme
             */
            sendFromEmailSenderName?: string;
            smsCustomization?: components["schemas"]["SmsCustomizationParams"];
            /** @description Whom the requests of the parent are counted for: at most three in three minutes. Without it, the contact. Requests of users of a sub-organization are counted without it. */
            userIdentifier?: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_INIT_OTP_V3. */
        InitOtpRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["InitOtpIntentV3"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_INIT_OTP_V3";
        };
        /** @description The answer to ACTIVITY_TYPE_INIT_OTP_V3. */
        InitOtpResponseBody: {
            activity: components["schemas"]["InitOtpActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_INIT_OTP_V3 returns. */
        InitOtpResultV2: {
            /** @description The key to encrypt the code and the key of the client to, signed by the service. */
            otpEncryptionTargetBundle: string;
            /**
             * @description The passcode.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            otpId: string;
        };
        /** @description The body of list_activities. */
        ListActivitiesRequest: {
            /** @description Return only activities with one of these statuses. Without it, or with an empty list, with any. */
            filterByStatus?: components["schemas"]["ActivityStatus"][];
            /** @description Return only activities of one of these types. Without it, or with an empty list, of any. */
            filterByType?: string[];
            /**
             * @description The organization that the activities run in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            paginationOptions?: components["schemas"]["PaginationOptions"];
        };
        /** @description The answer to list_activities. */
        ListActivitiesResponseBody: {
            /** @description The activities. */
            activities: components["schemas"]["Activity"][];
        };
        /** @description The body of list_activity_values. */
        ListActivityValuesRequest: {
            /**
             * @description The activity, by its fingerprint, as a vote names it.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            paginationOptions?: components["schemas"]["PaginationOptions"];
        };
        /** @description The answer to list_activity_values. */
        ListActivityValuesResponseBody: {
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            activityId: string;
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description How many values the activity has on all pages together.
             * @example 14
             */
            totalValues: number;
            /** @description The values of this page. */
            values: components["schemas"]["ActivityValue"][];
        };
        /** @description The body of list_app_proofs. */
        ListAppProofsRequest: {
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            activityId: string;
            /**
             * @description The organization that the activity belongs to.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The answer to list_app_proofs. */
        ListAppProofsResponseBody: {
            /** @description The proofs, oldest first. */
            appProofs: components["schemas"]["AppProof"][];
        };
        /** @description The body of list_earn_enabled_vaults. */
        ListEarnEnabledVaultsRequest: {
            /**
             * @description Return only vaults of this underlying asset.
             * @example eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
             */
            caip19?: string;
            /**
             * @description The organization that enabled the vaults.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            provider?: components["schemas"]["EarnProvider"];
        };
        /** @description The answer to list_earn_enabled_vaults. */
        ListEarnEnabledVaultsResponseBody: {
            /** @description The enabled vaults. */
            enabledVaults?: components["schemas"]["EarnEnabledVault"][];
        };
        /** @description The body of list_earn_vaults. */
        ListEarnVaultsRequest: {
            /**
             * @description The underlying asset. Only vaults of this asset are returned; the chain is taken from it.
             * @example eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
             */
            caip19: string;
            /**
             * @description The organization that the field enabled is about.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            paginationOptions?: components["schemas"]["PaginationOptions"];
            provider?: components["schemas"]["EarnProvider"];
        };
        /** @description The answer to list_earn_vaults. */
        ListEarnVaultsResponseBody: {
            pageInfo?: components["schemas"]["PageInfo"];
            /** @description The vaults, largest first. */
            vaults?: components["schemas"]["EarnVault"][];
        };
        /** @description The body of list_eth_transaction_history. */
        ListEthTransactionHistoryRequest: {
            /**
             * @description Address of the wallet account. Addresses of private keys are not supported.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            address: string;
            caip2: components["schemas"]["EvmChain"];
            /**
             * @description The organization that owns the wallet account.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            paginationOptions?: components["schemas"]["PaginationOptions"];
        };
        /** @description The answer to list_eth_transaction_history. */
        ListEthTransactionHistoryResponseBody: {
            pageInfo?: components["schemas"]["PageInfo"];
            /** @description The transactions, most recent first. */
            transactions: components["schemas"]["EvmTransaction"][];
        };
        /** @description The body of list_oauth2_credentials. */
        ListOauth2CredentialsRequest: {
            /**
             * @description The organization that the credentials belong to.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The answer to list_oauth2_credentials. */
        ListOauth2CredentialsResponseBody: {
            /** @description The clients. */
            oauth2Credentials: components["schemas"]["Oauth2Credential"][];
        };
        /** @description The body of list_policies. */
        ListPoliciesRequest: {
            /**
             * @description The organization that has the policies.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The answer to list_policies. */
        ListPoliciesResponseBody: {
            /** @description The policies. */
            policies: components["schemas"]["Policy"][];
        };
        /** @description The body of list_private_keys. */
        ListPrivateKeysRequest: {
            /**
             * @description The organization that owns the keys.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The answer to list_private_keys. */
        ListPrivateKeysResponseBody: {
            /** @description The private keys. */
            privateKeys: components["schemas"]["PrivateKey"][];
        };
        /** @description The body of list_private_key_tags. */
        ListPrivateKeyTagsRequest: {
            /**
             * @description The organization that owns the tags.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The answer to list_private_key_tags. */
        ListPrivateKeyTagsResponseBody: {
            /** @description The tags. */
            privateKeyTags: components["schemas"]["Tag"][];
        };
        /** @description The body of list_smart_contract_interfaces. */
        ListSmartContractInterfacesRequest: {
            /**
             * @description The organization that stored the interfaces.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The answer to list_smart_contract_interfaces. */
        ListSmartContractInterfacesResponseBody: {
            /** @description The interfaces. */
            smartContractInterfaces: components["schemas"]["SmartContractInterface"][];
        };
        /** @description The body of list_suborgs. */
        ListSuborgsRequest: {
            /**
             * @description What filterValue is: CREDENTIAL_ID, NAME, USERNAME, EMAIL, PHONE_NUMBER, OIDC_TOKEN, WALLET_ACCOUNT_ADDRESS or PUBLIC_KEY.
             * @example EMAIL
             */
            filterType?: string;
            /** @description What to match. */
            filterValue?: string;
            /**
             * @description The parent organization.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            paginationOptions?: components["schemas"]["PaginationOptions"];
        };
        /** @description The answer to list_suborgs. */
        ListSuborgsResponseBody: {
            /** @description IDs of the sub-organizations. */
            organizationIds: string[];
        };
        /** @description The body of list_users. */
        ListUsersRequest: {
            /**
             * @description The organization that the users belong to.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The answer to list_users. */
        ListUsersResponseBody: {
            /** @description The users. */
            users: components["schemas"]["User"][];
        };
        /** @description The body of list_user_tags. */
        ListUserTagsRequest: {
            /**
             * @description The organization that owns the tags.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The answer to list_user_tags. */
        ListUserTagsResponseBody: {
            /** @description The tags. */
            userTags: components["schemas"]["Tag"][];
        };
        /** @description The body of list_verified_suborgs. */
        ListVerifiedSuborgsRequest: {
            /**
             * @description What filterValue is, for example EMAIL or PHONE_NUMBER.
             * @example EMAIL
             */
            filterType?: string;
            /** @description The e-mail address or phone number to match. */
            filterValue?: string;
            /**
             * @description The parent organization.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            paginationOptions?: components["schemas"]["PaginationOptions"];
        };
        /** @description The answer to list_verified_suborgs. */
        ListVerifiedSuborgsResponseBody: {
            /** @description IDs of the matching sub-organizations. */
            organizationIds: string[];
        };
        /** @description The body of list_wallet_accounts. */
        ListWalletAccountsRequest: {
            /** @description Whether each account is listed with its wallet. */
            includeWalletDetails?: boolean;
            /**
             * @description The organization that owns the wallets.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            paginationOptions?: components["schemas"]["PaginationOptions"];
            /**
             * @description The wallet. Without it the accounts of all wallets are listed.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            walletId?: string;
        };
        /** @description The answer to list_wallet_accounts. */
        ListWalletAccountsResponseBody: {
            /** @description The accounts. */
            accounts: components["schemas"]["WalletAccount"][];
        };
        /** @description The body of list_wallets. */
        ListWalletsRequest: {
            /**
             * @description The organization that owns the wallets.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The answer to list_wallets. */
        ListWalletsResponseBody: {
            /** @description The wallets. */
            wallets: components["schemas"]["Wallet"][];
        };
        /** @description The body of list_webhook_deliveries. */
        ListWebhookDeliveriesRequest: {
            /**
             * @description The endpoint.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            endpointId: string;
            /**
             * @description The organization that has the endpoint.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            paginationOptions?: components["schemas"]["PaginationOptions"];
        };
        /** @description The answer to list_webhook_deliveries. */
        ListWebhookDeliveriesResponseBody: {
            /** @description The deliveries. */
            webhookDeliveries: components["schemas"]["WebhookDelivery"][];
        };
        /** @description The body of list_webhook_endpoints. */
        ListWebhookEndpointsRequest: {
            /**
             * @description The organization that has the endpoints.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The answer to list_webhook_endpoints. */
        ListWebhookEndpointsResponseBody: {
            /** @description The endpoints. */
            webhookEndpoints: components["schemas"]["WebhookEndpointData"][];
        };
        /** @description One way to get the approvals that the activity lacks. Each entry is enough by itself. */
        MissingApproval: {
            /**
             * @description The consensus of the policy. Empty for root users.
             * @example approvers.count() >= 2
             */
            consensus: string;
            /**
             * @description The policy whose consensus is missing; 00000000-0000-0000-0000-000000000000 if it is proposed as an additional one. Absent for root users.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            policyId?: string;
            /**
             * @description The position of the policy in proposedPolicies, from 0. Absent if the policy was not proposed.
             * @example 0
             */
            proposedIndex?: number;
            /**
             * @description How many of the root users still have to approve. Only for root users.
             * @example 1
             */
            threshold?: number;
            /** @description The users whose approval would count. */
            userIds: string[];
        };
        /**
         * @description The list that the words of a seed phrase are from.
         * @enum {string}
         */
        MnemonicLanguage: "MNEMONIC_LANGUAGE_ENGLISH" | "MNEMONIC_LANGUAGE_SIMPLIFIED_CHINESE" | "MNEMONIC_LANGUAGE_TRADITIONAL_CHINESE" | "MNEMONIC_LANGUAGE_CZECH" | "MNEMONIC_LANGUAGE_FRENCH" | "MNEMONIC_LANGUAGE_ITALIAN" | "MNEMONIC_LANGUAGE_JAPANESE" | "MNEMONIC_LANGUAGE_KOREAN" | "MNEMONIC_LANGUAGE_SPANISH";
        /** @description An activity of type ACTIVITY_TYPE_OAUTH2_AUTHENTICATE. */
        Oauth2AuthenticateActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                oauth2AuthenticateIntent: components["schemas"]["Oauth2AuthenticateIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                oauth2AuthenticateResult?: components["schemas"]["Oauth2AuthenticateResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_OAUTH2_AUTHENTICATE";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_OAUTH2_AUTHENTICATE. */
        Oauth2AuthenticateIntent: {
            /** @description Code that the provider issued. */
            authCode: string;
            /** @description Code verifier whose challenge the provider was given (RFC 7636). */
            codeVerifier: string;
            /**
             * @description Nonce of the token. To log in with the token, the SHA-256 of the public key: lower-case hex of the hash of the lower-case hex text.
             * @example aa29836f34ddf208dba2111873a6a75bcacf44840f11bb57fdbde87ba565d666
             */
            nonce: string;
            /**
             * @description The client at the provider.
             * @example d35a7f90-8c1e-4b62-9f47-06e2b8c5a1d3
             */
            oauth2CredentialId: string;
            /** @description Redirect URI that the code was issued for. */
            redirectUri: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_OAUTH2_AUTHENTICATE. */
        Oauth2AuthenticateRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["Oauth2AuthenticateIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_OAUTH2_AUTHENTICATE";
        };
        /** @description The answer to ACTIVITY_TYPE_OAUTH2_AUTHENTICATE. */
        Oauth2AuthenticateResponseBody: {
            activity: components["schemas"]["Oauth2AuthenticateActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_OAUTH2_AUTHENTICATE returns. */
        Oauth2AuthenticateResult: {
            /**
             * @description OIDC token of this service: the issuer is the service, the audience the client ID.
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijc1NTFhNGM3NjVlYjc3MGEifQ.eyJleHAiOjE3NjcyMjY1MDAsInB1YmxpY19rZXkiOiIwMjJiNmRmYmFhOGQ3OTg2OTA4YzcxYzc1OTM0MTNiZGUzNWE5ODU4MjgwYjE2Y2Y1OWU5MjhjMjk5MzY1NmQzYzUiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiJiOGQ0ZjZhMi0xYzkzLTRlNzUtOGYwYS1kMzZlNWM3YjlhMTQiLCJvcmdhbml6YXRpb25faWQiOiI2ZjFlN2EzYy01OGQyLTRjMGItOWE0MS0yYjdkOTBjM2U1ZjgifQ.QZYmrAT6UKUyxynmwoX1AUUh-Tr6OS2v26gP2fcDtU0oOdy_f6OuSbqVXM9OL-NzTsRGQrk_02EOyEQLItmDRg
             */
            oidcToken: string;
        };
        /** @description A client of the organization at an OAuth 2.0 provider. */
        Oauth2Credential: {
            /** @description Client ID that the provider issued. */
            clientId: string;
            createdAt: components["schemas"]["UnixTimestamp"];
            /**
             * @description Client secret of the provider, encrypted to the TLS fetcher quorum key, which a self-hosted service publishes as its client-secret key.
             * @example 9eb435959b07b498cd859d0f0434684474539492bbe956f2cc78117a089f683c36c0b1bbcc828601cce66fd0dbabea3091c7fbc41d77394430c6e9c16eaf9ff5eca9405a7b9015508c071057e52c0000007e7248caa4fc2dbc39227346d7871941e46cf4b538ada00a98dfd005232416c2cb2bba65844a3dce16b8b19b
             */
            encryptedClientSecret: string;
            /**
             * @description The stored credential.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            oauth2CredentialId: string;
            /**
             * @description The organization that the credential belongs to.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            provider: components["schemas"]["Oauth2Provider"];
            updatedAt: components["schemas"]["UnixTimestamp"];
        };
        /**
         * @description An OAuth 2.0 provider whose logins the service can complete.
         * @enum {string}
         */
        Oauth2Provider: "OAUTH2_PROVIDER_ALPHA" | "OAUTH2_PROVIDER_BETA";
        /** @description An activity of type ACTIVITY_TYPE_OAUTH_LOGIN. */
        OauthLoginActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                oauthLoginIntent: components["schemas"]["OauthLoginIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                oauthLoginResult?: components["schemas"]["OauthLoginResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_OAUTH_LOGIN";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_OAUTH_LOGIN. */
        OauthLoginIntent: {
            /**
             * @description How long the session lives, in seconds. Without it, 900 (15 minutes).
             * @example 900
             */
            expirationSeconds?: string;
            /** @description Whether to end the other login sessions of the user. */
            invalidateExisting?: boolean;
            /** @description OIDC token of the person: the compact JWT, or base64 of it. */
            oidcToken: string;
            /**
             * @description Public key of the client, which becomes the session key.
             * @example 022b6dfbaa8d7986908c71c7593413bde35a9858280b16cf59e928c2993656d3c5
             */
            publicKey: string;
            /**
             * @description The session profile to use. Without it, the session may read and write.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            sessionProfileId?: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_OAUTH_LOGIN. */
        OauthLoginRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["OauthLoginIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_OAUTH_LOGIN";
        };
        /** @description The answer to ACTIVITY_TYPE_OAUTH_LOGIN. */
        OauthLoginResponseBody: {
            activity: components["schemas"]["OauthLoginActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_OAUTH_LOGIN returns. */
        OauthLoginResult: {
            /**
             * @description Signed token with the expiry, public key, session type, user ID and organization ID of the session.
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijc1NTFhNGM3NjVlYjc3MGEifQ.eyJleHAiOjE3NjcyMjY1MDAsInB1YmxpY19rZXkiOiIwMjJiNmRmYmFhOGQ3OTg2OTA4YzcxYzc1OTM0MTNiZGUzNWE5ODU4MjgwYjE2Y2Y1OWU5MjhjMjk5MzY1NmQzYzUiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiJiOGQ0ZjZhMi0xYzkzLTRlNzUtOGYwYS1kMzZlNWM3YjlhMTQiLCJvcmdhbml6YXRpb25faWQiOiI2ZjFlN2EzYy01OGQyLTRjMGItOWE0MS0yYjdkOTBjM2U1ZjgifQ.QZYmrAT6UKUyxynmwoX1AUUh-Tr6OS2v26gP2fcDtU0oOdy_f6OuSbqVXM9OL-NzTsRGQrk_02EOyEQLItmDRg
             */
            session: string;
        };
        /** @description An identity at an OpenID Connect provider that is linked to a user. */
        OauthProvider: {
            /** @description Audience that the identity was proved for. */
            audience: string;
            createdAt: components["schemas"]["UnixTimestamp"];
            /** @description Issuer of the identity. */
            issuer: string;
            /**
             * @description The link.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            providerId: string;
            /**
             * @description A name for the identity provider that people recognise.
             * @example Example ID
             */
            providerName: string;
            /** @description Subject of the identity at the issuer. */
            subject: string;
            updatedAt: components["schemas"]["UnixTimestamp"];
        };
        /** @description An identity at an OpenID Connect provider to link to a user. Exactly one of oidcToken and oidcClaims is given. */
        OauthProviderParams: {
            oidcClaims?: components["schemas"]["OidcClaims"];
            /** @description OIDC token of the person: the compact JWT, or base64 of it. */
            oidcToken?: string;
            /**
             * @description A name for the identity provider that people recognise.
             * @example Example ID
             */
            providerName: string;
        };
        /** @description The claims that identify a person at an OpenID Connect provider. */
        OidcClaims: {
            /** @description Audience claim of the OIDC token. */
            aud: string;
            /** @description Issuer claim of the OIDC token. */
            iss: string;
            /** @description Subject claim of the OIDC token. */
            sub: string;
        };
        /** @description An API key that the operator of the service added to a root user. No user of the organization approved it. It has deletedAt once it was deleted. */
        OperatorKey: {
            /**
             * @description The key.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            apiKeyId: string;
            createdAt: components["schemas"]["UnixTimestamp"];
            credential: components["schemas"]["Credential"];
            deletedAt?: components["schemas"]["UnixTimestamp"];
            /**
             * @description The root user who got the key.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
        };
        /** @description How an organization is set up. */
        OrganizationConfigs: {
            /** @description The features that it has. */
            features?: components["schemas"]["OrganizationFeature"][];
            /** @description The keys that the operator of the service added to root users, newest first, those that were deleted included; absent if there are none. */
            operatorKeys?: components["schemas"]["OperatorKey"][];
            quorum?: components["schemas"]["RootQuorum"];
            storage?: components["schemas"]["StorageUse"];
        };
        /** @description A feature that an organization has. */
        OrganizationFeature: {
            name?: components["schemas"]["FeatureName"];
            /** @description Its value; absent or empty where the feature is only switched on. */
            value?: string;
        };
        /** @description The body of otp_init_v2. The contact is an e-mail address for OTP_TYPE_EMAIL, and a phone number in E.164 form for OTP_TYPE_SMS. */
        OtpInitV2Request: {
            /**
             * @description The e-mail address or phone number that the passcode is sent to.
             * @example ada@example.com
             */
            contact: string;
            emailCustomization?: components["schemas"]["ProxyEmailCustomizationParams"];
            otpType: components["schemas"]["OtpType"];
        };
        /** @description The answer to otp_init_v2. */
        OtpInitV2ResponseBody: {
            /** @description The key to encrypt the code and the key of the client to, signed by the service. */
            otpEncryptionTargetBundle: string;
            /**
             * @description The passcode.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            otpId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_OTP_LOGIN_V2. */
        OtpLoginActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                otpLoginIntentV2: components["schemas"]["OtpLoginIntentV2"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                otpLoginResult?: components["schemas"]["OtpLoginResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_OTP_LOGIN_V2";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_OTP_LOGIN_V2. */
        OtpLoginIntentV2: {
            clientSignature: components["schemas"]["ClientSignature"];
            /**
             * @description How long the session lives, in seconds. Without it, 900 (15 minutes).
             * @example 900
             */
            expirationSeconds?: string;
            /** @description Whether to end the other login sessions of the user. */
            invalidateExisting?: boolean;
            /**
             * @description Public key of the client, which becomes the session key.
             * @example 022b6dfbaa8d7986908c71c7593413bde35a9858280b16cf59e928c2993656d3c5
             */
            publicKey: string;
            /**
             * @description The session profile to use. Without it, the session may read and write.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            sessionProfileId?: string;
            /**
             * @description Signed token with a unique ID, an expiry, the verification type and the contact.
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijc1NTFhNGM3NjVlYjc3MGEifQ.eyJleHAiOjE3NjcyMjY1MDAsInB1YmxpY19rZXkiOiIwMjJiNmRmYmFhOGQ3OTg2OTA4YzcxYzc1OTM0MTNiZGUzNWE5ODU4MjgwYjE2Y2Y1OWU5MjhjMjk5MzY1NmQzYzUiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiJiOGQ0ZjZhMi0xYzkzLTRlNzUtOGYwYS1kMzZlNWM3YjlhMTQiLCJvcmdhbml6YXRpb25faWQiOiI2ZjFlN2EzYy01OGQyLTRjMGItOWE0MS0yYjdkOTBjM2U1ZjgifQ.QZYmrAT6UKUyxynmwoX1AUUh-Tr6OS2v26gP2fcDtU0oOdy_f6OuSbqVXM9OL-NzTsRGQrk_02EOyEQLItmDRg
             */
            verificationToken: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_OTP_LOGIN_V2. */
        OtpLoginRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["OtpLoginIntentV2"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_OTP_LOGIN_V2";
        };
        /** @description The answer to ACTIVITY_TYPE_OTP_LOGIN_V2. */
        OtpLoginResponseBody: {
            activity: components["schemas"]["OtpLoginActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_OTP_LOGIN_V2 returns. */
        OtpLoginResult: {
            /**
             * @description Signed token with the expiry, public key, session type, user ID and organization ID of the session.
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijc1NTFhNGM3NjVlYjc3MGEifQ.eyJleHAiOjE3NjcyMjY1MDAsInB1YmxpY19rZXkiOiIwMjJiNmRmYmFhOGQ3OTg2OTA4YzcxYzc1OTM0MTNiZGUzNWE5ODU4MjgwYjE2Y2Y1OWU5MjhjMjk5MzY1NmQzYzUiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiJiOGQ0ZjZhMi0xYzkzLTRlNzUtOGYwYS1kMzZlNWM3YjlhMTQiLCJvcmdhbml6YXRpb25faWQiOiI2ZjFlN2EzYy01OGQyLTRjMGItOWE0MS0yYjdkOTBjM2U1ZjgifQ.QZYmrAT6UKUyxynmwoX1AUUh-Tr6OS2v26gP2fcDtU0oOdy_f6OuSbqVXM9OL-NzTsRGQrk_02EOyEQLItmDRg
             */
            session: string;
        };
        /** @description The body of otp_login_v2. */
        OtpLoginV2Request: {
            clientSignature: components["schemas"]["ClientSignature"];
            /** @description Whether to end the other login sessions of the user. */
            invalidateExisting?: boolean;
            /**
             * @description The sub-organization of the user. Without it, the one in which the proved contact or identity is found.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId?: string;
            /**
             * @description Public key of the client, which becomes the session key.
             * @example 022b6dfbaa8d7986908c71c7593413bde35a9858280b16cf59e928c2993656d3c5
             */
            publicKey: string;
            /**
             * @description Signed token with a unique ID, an expiry, the verification type and the contact.
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijc1NTFhNGM3NjVlYjc3MGEifQ.eyJleHAiOjE3NjcyMjY1MDAsInB1YmxpY19rZXkiOiIwMjJiNmRmYmFhOGQ3OTg2OTA4YzcxYzc1OTM0MTNiZGUzNWE5ODU4MjgwYjE2Y2Y1OWU5MjhjMjk5MzY1NmQzYzUiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiJiOGQ0ZjZhMi0xYzkzLTRlNzUtOGYwYS1kMzZlNWM3YjlhMTQiLCJvcmdhbml6YXRpb25faWQiOiI2ZjFlN2EzYy01OGQyLTRjMGItOWE0MS0yYjdkOTBjM2U1ZjgifQ.QZYmrAT6UKUyxynmwoX1AUUh-Tr6OS2v26gP2fcDtU0oOdy_f6OuSbqVXM9OL-NzTsRGQrk_02EOyEQLItmDRg
             */
            verificationToken: string;
        };
        /** @description The answer to otp_login_v2. */
        OtpLoginV2ResponseBody: {
            /**
             * @description Signed token with the expiry, public key, session type, user ID and organization ID of the session.
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijc1NTFhNGM3NjVlYjc3MGEifQ.eyJleHAiOjE3NjcyMjY1MDAsInB1YmxpY19rZXkiOiIwMjJiNmRmYmFhOGQ3OTg2OTA4YzcxYzc1OTM0MTNiZGUzNWE5ODU4MjgwYjE2Y2Y1OWU5MjhjMjk5MzY1NmQzYzUiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiJiOGQ0ZjZhMi0xYzkzLTRlNzUtOGYwYS1kMzZlNWM3YjlhMTQiLCJvcmdhbml6YXRpb25faWQiOiI2ZjFlN2EzYy01OGQyLTRjMGItOWE0MS0yYjdkOTBjM2U1ZjgifQ.QZYmrAT6UKUyxynmwoX1AUUh-Tr6OS2v26gP2fcDtU0oOdy_f6OuSbqVXM9OL-NzTsRGQrk_02EOyEQLItmDRg
             */
            session: string;
        };
        /**
         * @description How a one-time passcode reaches its user.
         * @enum {string}
         */
        OtpType: "OTP_TYPE_EMAIL" | "OTP_TYPE_SMS";
        /** @description The body of otp_verify_v2. */
        OtpVerifyV2Request: {
            /** @description The code and the public key of the client, encrypted to the target of otp_init_v2. */
            encryptedOtpBundle: string;
            /**
             * @description The passcode.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            otpId: string;
        };
        /** @description The answer to otp_verify_v2. */
        OtpVerifyV2ResponseBody: {
            /**
             * @description Signed token with a unique ID, an expiry, the verification type and the contact.
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijc1NTFhNGM3NjVlYjc3MGEifQ.eyJleHAiOjE3NjcyMjY1MDAsInB1YmxpY19rZXkiOiIwMjJiNmRmYmFhOGQ3OTg2OTA4YzcxYzc1OTM0MTNiZGUzNWE5ODU4MjgwYjE2Y2Y1OWU5MjhjMjk5MzY1NmQzYzUiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiJiOGQ0ZjZhMi0xYzkzLTRlNzUtOGYwYS1kMzZlNWM3YjlhMTQiLCJvcmdhbml6YXRpb25faWQiOiI2ZjFlN2EzYy01OGQyLTRjMGItOWE0MS0yYjdkOTBjM2U1ZjgifQ.QZYmrAT6UKUyxynmwoX1AUUh-Tr6OS2v26gP2fcDtU0oOdy_f6OuSbqVXM9OL-NzTsRGQrk_02EOyEQLItmDRg
             */
            verificationToken: string;
        };
        /**
         * @description What one policy, or all of them together, decided about an activity. OUTCOME_DENY_EXPLICIT: a policy with EFFECT_DENY applies. OUTCOME_DENY_IMPLICIT: nothing allows it. OUTCOME_REQUIRES_CONSENSUS: approvals are missing. OUTCOME_ERROR: the policy could not be evaluated. OUTCOME_TIME_INACTIVE: the policy does not apply at this time.
         * @enum {string}
         */
        Outcome: "OUTCOME_ALLOW" | "OUTCOME_DENY_EXPLICIT" | "OUTCOME_DENY_IMPLICIT" | "OUTCOME_REQUIRES_CONSENSUS" | "OUTCOME_REJECTED" | "OUTCOME_ERROR" | "OUTCOME_REQUIRES_AUTHENTICATORS" | "OUTCOME_TIME_INACTIVE";
        /** @description Where a page stands in its list. */
        PageInfo: {
            /** @description Cursor of the last item; pass it as after to page forwards. */
            endCursor?: string;
            /** @description Whether items follow this page. */
            hasNextPage?: boolean;
            /** @description Whether items precede this page. */
            hasPreviousPage?: boolean;
            /** @description Cursor of the first item; pass it as before to page backwards. */
            startCursor?: string;
        };
        /** @description Which page of a list to return. */
        PaginationOptions: {
            /** @description Cursor: return the items after this one. */
            after?: string;
            /** @description Cursor: return the items before this one. */
            before?: string;
            /**
             * @description How many items to return at most, 1 to 100. Without it at most 10.
             * @example 25
             */
            limit?: string;
        };
        /**
         * @description How a derivation path is written.
         * @enum {string}
         */
        PathFormat: "PATH_FORMAT_BIP32";
        /**
         * @description How a payload is written.
         * @enum {string}
         */
        PayloadEncoding: "PAYLOAD_ENCODING_HEXADECIMAL" | "PAYLOAD_ENCODING_TEXT_UTF8" | "PAYLOAD_ENCODING_EIP712" | "PAYLOAD_ENCODING_EIP7702_AUTHORIZATION";
        /** @description The signature of a payload. */
        PayloadSignature: {
            /**
             * @description r of an ECDSA or Schnorr signature, or the first half of an ed25519 signature.
             * @example 28ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276
             */
            r: string;
            /**
             * @description s of an ECDSA or Schnorr signature, or the second half of an ed25519 signature.
             * @example 28ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276
             */
            s: string;
            /**
             * @description The recovery parity of an ECDSA signature. Schnorr and ed25519 signatures have none: always 00.
             * @example 00
             */
            v: string;
        };
        /** @description A rule about who may do what. It applies to an activity if its condition, its consensus and its time are all true. */
        Policy: {
            /**
             * @description What the activity must be, as an expression of at most 4,096 characters. An empty one is always true.
             * @example activity.resource == 'WALLET'
             */
            condition: string;
            /**
             * @description Who must approve the activity, as an expression of at most 4,096 characters. An empty one is always true.
             * @example approvers.count() >= 2
             */
            consensus: string;
            createdAt: components["schemas"]["UnixTimestamp"];
            effect: components["schemas"]["Effect"];
            /** @description Remarks for people; may be empty. */
            notes: string;
            /**
             * @description The policy.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            policyId: string;
            /**
             * @description A name for the policy that people recognise, unique in the organization.
             * @example Payments to the exchange
             */
            policyName: string;
            /**
             * @description When the policy applies, as an expression of at most 4,096 characters. Absent if the policy applies at any time.
             * @example time.now < Timestamp('2027-01-01T00:00:00Z')
             */
            time?: string;
            updatedAt: components["schemas"]["UnixTimestamp"];
        };
        /** @description What one policy would decide, and why. */
        PolicyExplanation: {
            /**
             * @description The part of the expressions of the policy that decided; empty if they are all empty.
             * @example eth.tx.value <= 1000000000000000000
             */
            expression: string;
            outcome: components["schemas"]["Outcome"];
            /**
             * @description The policy. 00000000-0000-0000-0000-000000000000 if it is proposed as an additional one, since it has no id yet.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            policyId: string;
            /**
             * @description A name for the policy that people recognise, unique in the organization.
             * @example Payments to the exchange
             */
            policyName: string;
            /**
             * @description The position of the policy in proposedPolicies, from 0. Absent if the policy was not proposed.
             * @example 0
             */
            proposedIndex?: number;
            /** @description What that part saw. */
            values: components["schemas"]["PolicyValue"][];
        };
        /** @description What one policy decided. */
        PolicyOutcome: {
            outcome?: components["schemas"]["Outcome"];
            /**
             * @description The policy, which may have been deleted since.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            policyId?: string;
        };
        /** @description A policy to create. */
        PolicyParams: {
            /**
             * @description What the activity must be, as an expression of at most 4,096 characters. Absent or empty, it is always true.
             * @example activity.resource == 'WALLET'
             */
            condition?: string;
            /**
             * @description Who must approve the activity, as an expression of at most 4,096 characters. Absent or empty, it is always true.
             * @example approvers.count() >= 2
             */
            consensus?: string;
            effect: components["schemas"]["Effect"];
            /** @description Remarks for people; may be empty. */
            notes: string;
            /**
             * @description A name for the policy that people recognise, unique in the organization.
             * @example Payments to the exchange
             */
            policyName: string;
            /**
             * @description When the policy applies, as an expression of at most 4,096 characters. Absent or empty, it is always true.
             * @example time.now < Timestamp('2027-01-01T00:00:00Z')
             */
            time?: string;
        };
        /** @description A value that an expression saw. */
        PolicyValue: {
            /**
             * @description What the expression calls it.
             * @example eth.tx.value
             */
            name: string;
            /**
             * @description The value, as the policy language writes it.
             * @example 1000000000000000000
             */
            value: string;
        };
        /** @description A standalone private key. The key itself never leaves the service in the clear. */
        PrivateKey: {
            /** @description Addresses of the key, one for each format that was asked for. */
            addresses: components["schemas"]["PrivateKeyAddress"][];
            createdAt: components["schemas"]["UnixTimestamp"];
            curve: components["schemas"]["Curve"];
            /** @description Whether the key was ever exported. */
            exported: boolean;
            /** @description Whether the key came in by import. */
            imported: boolean;
            /**
             * @description The private key.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            privateKeyId: string;
            /**
             * @description A name for the key that people recognise.
             * @example Payout key
             */
            privateKeyName: string;
            /** @description Tags of the key, by ID. */
            privateKeyTags: string[];
            /** @description Its public key, as hex. */
            publicKey: string;
            updatedAt: components["schemas"]["UnixTimestamp"];
        };
        /** @description An address of a private key. */
        PrivateKeyAddress: {
            /** @description The address itself. */
            address?: string;
            format?: components["schemas"]["AddressFormat"];
        };
        /** @description A private key to create. Each address format is one that a key of the curve has. */
        PrivateKeyParams: {
            /** @description Formats to make an address in; one that is named twice counts once. An empty list when there are none. */
            addressFormats: components["schemas"]["AddressFormat"][];
            curve: components["schemas"]["Curve"];
            /**
             * @description A name for the key that people recognise.
             * @example Payout key
             */
            privateKeyName: string;
            /** @description Tags of the key, by ID; an empty list when there are none. */
            privateKeyTags: string[];
        };
        /** @description A private key that was created. */
        PrivateKeyResult: {
            /** @description Addresses of the key, one for each format, in the order they were asked for. */
            addresses: components["schemas"]["PrivateKeyAddress"][];
            /**
             * @description The private key.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            privateKeyId: string;
        };
        /** @description A policy that is not stored. */
        ProposedPolicy: {
            /**
             * @description What the activity must be, as an expression of at most 4,096 characters. Absent or empty, it is always true.
             * @example activity.resource == 'WALLET'
             */
            condition?: string;
            /**
             * @description Who must approve the activity, as an expression of at most 4,096 characters. Absent or empty, it is always true.
             * @example approvers.count() >= 2
             */
            consensus?: string;
            effect: components["schemas"]["Effect"];
            /**
             * @description The stored policy that this one takes the place of. Without it, this one is an additional policy.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            policyId?: string;
            /**
             * @description A name for the policy that people recognise, unique in the organization.
             * @example Payments to the exchange
             */
            policyName: string;
            /**
             * @description When the policy applies, as an expression of at most 4,096 characters. Absent or empty, it is always true.
             * @example time.now < Timestamp('2027-01-01T00:00:00Z')
             */
            time?: string;
        };
        /** @description How an e-mail that the sign-up proxy sends looks. The configuration decides the rest. */
        ProxyEmailCustomizationParams: {
            /** @description Accepted for compatibility; this service has one template. */
            templateId?: string;
        };
        /** @description The body of proxy_oauth2_authenticate. */
        ProxyOauth2AuthenticateRequest: {
            /** @description Code that the provider issued. */
            authCode: string;
            /** @description Client ID of the application at the provider. */
            clientId: string;
            /** @description Code verifier whose challenge the provider was given (RFC 7636). */
            codeVerifier: string;
            /**
             * @description Nonce of the token. To log in with the token, the SHA-256 of the public key: lower-case hex of the hash of the lower-case hex text.
             * @example aa29836f34ddf208dba2111873a6a75bcacf44840f11bb57fdbde87ba565d666
             */
            nonce: string;
            provider: components["schemas"]["Oauth2Provider"];
            /** @description Redirect URI that the code was issued for. */
            redirectUri: string;
        };
        /** @description The answer to proxy_oauth2_authenticate. */
        ProxyOauth2AuthenticateResponseBody: {
            /**
             * @description OIDC token of this service: the issuer is the service, the audience the client ID.
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijc1NTFhNGM3NjVlYjc3MGEifQ.eyJleHAiOjE3NjcyMjY1MDAsInB1YmxpY19rZXkiOiIwMjJiNmRmYmFhOGQ3OTg2OTA4YzcxYzc1OTM0MTNiZGUzNWE5ODU4MjgwYjE2Y2Y1OWU5MjhjMjk5MzY1NmQzYzUiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiJiOGQ0ZjZhMi0xYzkzLTRlNzUtOGYwYS1kMzZlNWM3YjlhMTQiLCJvcmdhbml6YXRpb25faWQiOiI2ZjFlN2EzYy01OGQyLTRjMGItOWE0MS0yYjdkOTBjM2U1ZjgifQ.QZYmrAT6UKUyxynmwoX1AUUh-Tr6OS2v26gP2fcDtU0oOdy_f6OuSbqVXM9OL-NzTsRGQrk_02EOyEQLItmDRg
             */
            oidcToken: string;
        };
        /** @description The body of proxy_oauth_login. */
        ProxyOauthLoginRequest: {
            /** @description Whether to end the other login sessions of the user. */
            invalidateExisting?: boolean;
            /** @description OIDC token of the person: the compact JWT, or base64 of it. */
            oidcToken: string;
            /**
             * @description The sub-organization of the user. Without it, the one in which the proved contact or identity is found.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId?: string;
            /**
             * @description Public key of the client, which becomes the session key.
             * @example 022b6dfbaa8d7986908c71c7593413bde35a9858280b16cf59e928c2993656d3c5
             */
            publicKey: string;
        };
        /** @description The answer to proxy_oauth_login. */
        ProxyOauthLoginResponseBody: {
            /**
             * @description Signed token with the expiry, public key, session type, user ID and organization ID of the session.
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijc1NTFhNGM3NjVlYjc3MGEifQ.eyJleHAiOjE3NjcyMjY1MDAsInB1YmxpY19rZXkiOiIwMjJiNmRmYmFhOGQ3OTg2OTA4YzcxYzc1OTM0MTNiZGUzNWE5ODU4MjgwYjE2Y2Y1OWU5MjhjMjk5MzY1NmQzYzUiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiJiOGQ0ZjZhMi0xYzkzLTRlNzUtOGYwYS1kMzZlNWM3YjlhMTQiLCJvcmdhbml6YXRpb25faWQiOiI2ZjFlN2EzYy01OGQyLTRjMGItOWE0MS0yYjdkOTBjM2U1ZjgifQ.QZYmrAT6UKUyxynmwoX1AUUh-Tr6OS2v26gP2fcDtU0oOdy_f6OuSbqVXM9OL-NzTsRGQrk_02EOyEQLItmDRg
             */
            session: string;
        };
        /** @description The parameters of ACTIVITY_TYPE_REJECT_ACTIVITY. */
        RejectActivityIntent: {
            /**
             * @description The activity to reject, by its fingerprint.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_REJECT_ACTIVITY. */
        RejectActivityRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["RejectActivityIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_REJECT_ACTIVITY";
        };
        /** @description The answer to ACTIVITY_TYPE_REJECT_ACTIVITY: the activity that was voted on. */
        RejectActivityResponseBody: {
            activity: components["schemas"]["Activity"];
        };
        /** @description An activity of type ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE. */
        RemoveOrganizationFeatureActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                removeOrganizationFeatureIntent: components["schemas"]["RemoveOrganizationFeatureIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                removeOrganizationFeatureResult?: components["schemas"]["RemoveOrganizationFeatureResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE. */
        RemoveOrganizationFeatureIntent: {
            name: components["schemas"]["FeatureName"];
        };
        /** @description The body that submits ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE. */
        RemoveOrganizationFeatureRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["RemoveOrganizationFeatureIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE";
        };
        /** @description The answer to ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE. */
        RemoveOrganizationFeatureResponseBody: {
            activity: components["schemas"]["RemoveOrganizationFeatureActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE returns. */
        RemoveOrganizationFeatureResult: {
            /** @description All features that the organization still has. */
            features: components["schemas"]["OrganizationFeature"][];
        };
        /** @description A call that was reverted. */
        RevertChainEntry: {
            /**
             * @description The contract that was called.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            address?: string;
            /** @description The reason, for people. */
            displayMessage?: string;
            /**
             * @description native for Error(string) and Panic(uint256), custom for an error of the contract, else unknown.
             * @example native
             */
            errorType?: string;
        };
        /** @description The users who may do everything in an organization, as soon as enough of them approve together. */
        RootQuorum: {
            /**
             * @description How many of the root users must approve together.
             * @example 1
             */
            threshold: number;
            /** @description The root users. */
            userIds: string[];
        };
        /** @description A root user of a new sub-organization. A user needs at least one valid credential: an API key, an authenticator, an OAuth provider, or an e-mail address or phone number whose login method (e-mail, e-mail OTP or SMS) is enabled on the organization. OAuth providers are given by claims only beside one that is given by a token. */
        RootUserParams: {
            /** @description API keys of the user; an empty list when there are none. */
            apiKeys: components["schemas"]["ApiKeyParams"][];
            /** @description Passkeys of the user; an empty list when there are none. */
            authenticators: components["schemas"]["AuthenticatorParams"][];
            /** @description Linked OpenID Connect identities of the user; an empty list when there are none. */
            oauthProviders: components["schemas"]["OauthProviderParams"][];
            /**
             * @description E-mail address of the user.
             * @example ada@example.com
             */
            userEmail?: string;
            /**
             * @description A name for the user that people recognise.
             * @example Ada Lovelace
             */
            userName: string;
            /**
             * @description Phone number of the user, in E.164 form.
             * @example +15555550123
             */
            userPhoneNumber?: string;
        };
        /**
         * @description An EVM chain that transactions can be sent to, as a CAIP-2 identifier.
         * @enum {string}
         */
        SendChain: "eip155:1" | "eip155:11155111" | "eip155:8453" | "eip155:84532" | "eip155:137" | "eip155:80002" | "eip155:42161" | "eip155:4217" | "eip155:42431" | "eip155:421614" | "eip155:56" | "eip155:97" | "eip155:10" | "eip155:11155420" | "eip155:143" | "eip155:10143";
        /**
         * @description INITIALIZED until a node has the transaction, BROADCASTING until it is in a block, then INCLUDED. INITIALIZED with an error: a node refused it or does not have it, but may have kept it, so that it may still be included until another transaction with its nonce is final; the next transaction of the account gets this nonce. FAILED: it cannot be included any more, because a final block has another transaction with its nonce, or it was reverted in a final block. A chain may drop blocks, and then INCLUDED becomes BROADCASTING again.
         * @enum {string}
         */
        SendTransactionState: "INITIALIZED" | "BROADCASTING" | "INCLUDED" | "FAILED";
        /** @description A limit for sessions: what they may do, and how long they live. */
        SessionProfile: {
            createdAt: components["schemas"]["UnixTimestamp"];
            /**
             * @description How long the sessions live at most, in seconds. Without it, as long as asked.
             * @example 900
             */
            expirationSeconds?: string;
            /** @description Remarks for people. */
            notes?: string;
            /**
             * @description What the sessions may do, as an expression of the policy language of at most 4,096 characters, like the condition of a policy.
             * @example activity.action == 'SIGN'
             */
            scope: string;
            /**
             * @description The profile.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            sessionProfileId: string;
            /**
             * @description Name of the profile, which is the type of its sessions in their tokens.
             * @example Signing only
             */
            sessionProfileName: string;
            updatedAt: components["schemas"]["UnixTimestamp"];
        };
        /** @description An activity of type ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE. */
        SetOrganizationFeatureActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                setOrganizationFeatureIntent: components["schemas"]["SetOrganizationFeatureIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                setOrganizationFeatureResult?: components["schemas"]["SetOrganizationFeatureResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE. */
        SetOrganizationFeatureIntent: {
            name: components["schemas"]["FeatureName"];
            /** @description The value of the feature; left out or empty where it is only switched on. */
            value?: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE. */
        SetOrganizationFeatureRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["SetOrganizationFeatureIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE";
        };
        /** @description The answer to ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE. */
        SetOrganizationFeatureResponseBody: {
            activity: components["schemas"]["SetOrganizationFeatureActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE returns. */
        SetOrganizationFeatureResult: {
            /** @description All features that the organization has now. */
            features: components["schemas"]["OrganizationFeature"][];
        };
        /** @description An activity of type ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2. */
        SignRawPayloadActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                signRawPayloadIntentV2: components["schemas"]["SignRawPayloadIntentV2"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                signRawPayloadResult?: components["schemas"]["SignRawPayloadResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2. */
        SignRawPayloadIntentV2: {
            encoding: components["schemas"]["PayloadEncoding"];
            hashFunction: components["schemas"]["HashFunction"];
            /** @description The payload, in its encoding: hex with or without 0x, text, the JSON of EIP-712 typed data, or the JSON of an EIP-7702 authorization with address, chainId and nonce. */
            payload: string;
            /** @description The key to sign with: the address of a wallet account, an address of a private key, or the ID of a private key. */
            signWith: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2. */
        SignRawPayloadRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["SignRawPayloadIntentV2"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2";
        };
        /** @description The answer to ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2. */
        SignRawPayloadResponseBody: {
            activity: components["schemas"]["SignRawPayloadActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2 returns. */
        SignRawPayloadResult: {
            /**
             * @description r of an ECDSA or Schnorr signature, or the first half of an ed25519 signature.
             * @example 28ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276
             */
            r: string;
            /**
             * @description s of an ECDSA or Schnorr signature, or the second half of an ed25519 signature.
             * @example 28ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276
             */
            s: string;
            /**
             * @description The recovery parity of an ECDSA signature. Schnorr and ed25519 signatures have none: always 00.
             * @example 00
             */
            v: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_SIGN_RAW_PAYLOADS. */
        SignRawPayloadsActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                signRawPayloadsIntent: components["schemas"]["SignRawPayloadsIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                signRawPayloadsResult?: components["schemas"]["SignRawPayloadsResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_SIGN_RAW_PAYLOADS";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_SIGN_RAW_PAYLOADS. */
        SignRawPayloadsIntent: {
            encoding: components["schemas"]["PayloadEncoding"];
            hashFunction: components["schemas"]["HashFunction"];
            /** @description The payloads, all in the same encoding. */
            payloads: string[];
            /** @description The key to sign with: the address of a wallet account, an address of a private key, or the ID of a private key. */
            signWith: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_SIGN_RAW_PAYLOADS. */
        SignRawPayloadsRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["SignRawPayloadsIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_SIGN_RAW_PAYLOADS";
        };
        /** @description The answer to ACTIVITY_TYPE_SIGN_RAW_PAYLOADS. */
        SignRawPayloadsResponseBody: {
            activity: components["schemas"]["SignRawPayloadsActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_SIGN_RAW_PAYLOADS returns. */
        SignRawPayloadsResult: {
            /** @description The signatures, in the order of the payloads. */
            signatures: components["schemas"]["PayloadSignature"][];
        };
        /** @description An activity of type ACTIVITY_TYPE_SIGN_TRANSACTION_V2. */
        SignTransactionActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                signTransactionIntentV2: components["schemas"]["SignTransactionIntentV2"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                signTransactionResult?: components["schemas"]["SignTransactionResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_SIGN_TRANSACTION_V2";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_SIGN_TRANSACTION_V2. */
        SignTransactionIntentV2: {
            /** @description The key to sign with: the address of a wallet account, an address of a private key, or the ID of a private key. */
            signWith: string;
            type: components["schemas"]["TransactionType"];
            /**
             * @description The unsigned transaction as hex, with or without 0x: an Ethereum transaction (legacy or types 1 to 4), a Solana transaction with zeros for its signatures, the raw data of a Tron transaction, or a PSBT.
             * @example ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080
             */
            unsignedTransaction: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_SIGN_TRANSACTION_V2. */
        SignTransactionRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["SignTransactionIntentV2"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_SIGN_TRANSACTION_V2";
        };
        /** @description The answer to ACTIVITY_TYPE_SIGN_TRANSACTION_V2. */
        SignTransactionResponseBody: {
            activity: components["schemas"]["SignTransactionActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_SIGN_TRANSACTION_V2 returns. */
        SignTransactionResult: {
            /**
             * @description The signed transaction as hex without 0x.
             * @example 9eb435959b07b498
             */
            signedTransaction: string;
        };
        /** @description The body of signup_v2. OAuth providers are given by claims only beside one that is given by a token. */
        SignupV2Request: {
            /** @description API keys of the user; an empty list when there are none. */
            apiKeys: components["schemas"]["ApiKeyParams"][];
            /** @description Passkeys of the user; an empty list when there are none. */
            authenticators: components["schemas"]["AuthenticatorParams"][];
            clientSignature?: components["schemas"]["ClientSignature"];
            /** @description Linked OpenID Connect identities of the user; an empty list when there are none. */
            oauthProviders: components["schemas"]["OauthProviderParams"][];
            /**
             * @description A name for the sub-organization that people recognise.
             * @example Ada
             */
            organizationName?: string;
            /**
             * @description E-mail address of the user.
             * @example ada@example.com
             */
            userEmail?: string;
            /**
             * @description A name for the user that people recognise.
             * @example Ada Lovelace
             */
            userName?: string;
            /**
             * @description Phone number of the user, in E.164 form.
             * @example +15555550123
             */
            userPhoneNumber?: string;
            /**
             * @description Name of a tag to put on the user; made in the sub-organization if it is not there.
             * @example beta
             */
            userTag?: string;
            /**
             * @description Token that proves the e-mail address or phone number.
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijc1NTFhNGM3NjVlYjc3MGEifQ.eyJleHAiOjE3NjcyMjY1MDAsInB1YmxpY19rZXkiOiIwMjJiNmRmYmFhOGQ3OTg2OTA4YzcxYzc1OTM0MTNiZGUzNWE5ODU4MjgwYjE2Y2Y1OWU5MjhjMjk5MzY1NmQzYzUiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiJiOGQ0ZjZhMi0xYzkzLTRlNzUtOGYwYS1kMzZlNWM3YjlhMTQiLCJvcmdhbml6YXRpb25faWQiOiI2ZjFlN2EzYy01OGQyLTRjMGItOWE0MS0yYjdkOTBjM2U1ZjgifQ.QZYmrAT6UKUyxynmwoX1AUUh-Tr6OS2v26gP2fcDtU0oOdy_f6OuSbqVXM9OL-NzTsRGQrk_02EOyEQLItmDRg
             */
            verificationToken?: string;
            wallet?: components["schemas"]["WalletParams"];
        };
        /** @description The answer to signup_v2. */
        SignupV2ResponseBody: {
            /** @description Proofs of what was done. */
            appProofs?: components["schemas"]["AppProof"][];
            /**
             * @description The sub-organization.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /**
             * @description The root user of the sub-organization.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
            wallet?: components["schemas"]["WalletResult"];
        };
        /** @description The stored interface of a smart contract, which lets policies read calls to it. */
        SmartContractInterface: {
            createdAt: components["schemas"]["UnixTimestamp"];
            /**
             * @description A name for the interface that people recognise.
             * @example Stablecoin
             */
            label: string;
            /** @description Remarks for people; may be empty. */
            notes: string;
            /**
             * @description The organization that stored it.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description Address of the contract or program. An Ethereum address has its checksum. */
            smartContractAddress: string;
            /** @description The ABI or IDL, as JSON text. */
            smartContractInterface: string;
            /**
             * @description The interface.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            smartContractInterfaceId: string;
            /**
             * @description ETHEREUM for an ABI, SOLANA for an IDL.
             * @example ETHEREUM
             */
            type: string;
            updatedAt: components["schemas"]["UnixTimestamp"];
        };
        /**
         * @description The kind of a contract interface: an Ethereum ABI, or the IDL of a Solana program.
         * @enum {string}
         */
        SmartContractInterfaceType: "SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM" | "SMART_CONTRACT_INTERFACE_TYPE_SOLANA";
        /** @description How the text message with a one-time passcode looks. */
        SmsCustomizationParams: {
            /**
             * @description The text, with {{.OtpCode}} in the place of the code. If a user of a sub-organization submits it, the parent's is used instead.
             * @example {{.OtpCode}} is your code for Acme.
             */
            template?: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_STAMP_LOGIN. */
        StampLoginActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                stampLoginIntent: components["schemas"]["StampLoginIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                stampLoginResult?: components["schemas"]["StampLoginResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_STAMP_LOGIN";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_STAMP_LOGIN. */
        StampLoginIntent: {
            /**
             * @description How long the session lives, in seconds. Without it, 900 (15 minutes).
             * @example 900
             */
            expirationSeconds?: string;
            /** @description Whether to end the other login sessions of the user. */
            invalidateExisting?: boolean;
            /**
             * @description Public key of the client, which becomes the session key.
             * @example 022b6dfbaa8d7986908c71c7593413bde35a9858280b16cf59e928c2993656d3c5
             */
            publicKey: string;
            /**
             * @description The session profile to use. Without it, the session may read and write.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            sessionProfileId?: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_STAMP_LOGIN. */
        StampLoginRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["StampLoginIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_STAMP_LOGIN";
        };
        /** @description The answer to ACTIVITY_TYPE_STAMP_LOGIN. */
        StampLoginResponseBody: {
            activity: components["schemas"]["StampLoginActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_STAMP_LOGIN returns. */
        StampLoginResult: {
            /**
             * @description Signed token with the expiry, public key, session type, user ID and organization ID of the session.
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijc1NTFhNGM3NjVlYjc3MGEifQ.eyJleHAiOjE3NjcyMjY1MDAsInB1YmxpY19rZXkiOiIwMjJiNmRmYmFhOGQ3OTg2OTA4YzcxYzc1OTM0MTNiZGUzNWE5ODU4MjgwYjE2Y2Y1OWU5MjhjMjk5MzY1NmQzYzUiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiJiOGQ0ZjZhMi0xYzkzLTRlNzUtOGYwYS1kMzZlNWM3YjlhMTQiLCJvcmdhbml6YXRpb25faWQiOiI2ZjFlN2EzYy01OGQyLTRjMGItOWE0MS0yYjdkOTBjM2U1ZjgifQ.QZYmrAT6UKUyxynmwoX1AUUh-Tr6OS2v26gP2fcDtU0oOdy_f6OuSbqVXM9OL-NzTsRGQrk_02EOyEQLItmDRg
             */
            session: string;
        };
        /** @description How much an organization has stored: its activities with their votes, what the audit recorded of them, and its users, credentials, wallets, keys and policies. Beyond the limit, activities are refused with RESOURCE_LIMIT_EXCEEDED; those that delete or revoke something, export keys or sign in have a small reserve. */
        StorageUse: {
            /**
             * @description The bytes that are left; 0 if more are used than may be.
             * @example 1000
             */
            leftBytes: string;
            /**
             * @description The bytes that may be used.
             * @example 1000
             */
            limitBytes: string;
            /**
             * @description The bytes that are used. Those of a top-level organization include its sub-organizations, and may be a few seconds old.
             * @example 1000
             */
            usedBytes: string;
        };
        /** @description A name that groups users or private keys. */
        Tag: {
            createdAt: components["schemas"]["UnixTimestamp"];
            /**
             * @description The tag.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            tagId: string;
            /**
             * @description A name for the tag that people recognise.
             * @example Hot
             */
            tagName: string;
            tagType: components["schemas"]["TagType"];
            updatedAt: components["schemas"]["UnixTimestamp"];
        };
        /**
         * @description What a tag is put on.
         * @enum {string}
         */
        TagType: "TAG_TYPE_USER" | "TAG_TYPE_PRIVATE_KEY";
        /** @description The block that holds a transaction. */
        TransactionBlock: {
            /**
             * @description Hash of the block.
             * @example 0xc6b96208da008581c8401312c6025b96a7028812de06e809b03bf94598d9cefb
             */
            hash: string;
            /**
             * @description Height of the block.
             * @example 24136052
             */
            number: string;
            /**
             * @description When the block was made.
             * @example 2026-01-01T00:00:00.000Z
             */
            timestamp: string;
        };
        /** @description What a transaction cost. */
        TransactionFee: {
            /**
             * @description The fee, in atomic units of its asset.
             * @example 250000000
             */
            amount: string;
            /**
             * @description The asset that the fee was paid in.
             * @example eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
             */
            caip19: string;
        };
        /** @description What the service knows about a transaction that it submitted. */
        TransactionPlatform: {
            /**
             * @description Fingerprint of the activity that submitted the transaction.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            activityFingerprint?: string;
            /** @description Whether the service paid the fee. */
            sponsored: boolean;
            /**
             * @description When the service submitted it.
             * @example 2026-01-01T00:00:00.000Z
             */
            submittedAt?: string;
        };
        /**
         * @description CONFIRMED once the transaction is in a block, FINALIZED once the chain cannot drop it any more.
         * @enum {string}
         */
        TransactionStatus: "CONFIRMED" | "FINALIZED";
        /**
         * @description The chain of a transaction. TRANSACTION_TYPE_TEMPO is known but not supported yet.
         * @enum {string}
         */
        TransactionType: "TRANSACTION_TYPE_ETHEREUM" | "TRANSACTION_TYPE_SOLANA" | "TRANSACTION_TYPE_TRON" | "TRANSACTION_TYPE_BITCOIN" | "TRANSACTION_TYPE_TEMPO";
        /** @description Value that a transaction moved to or from the queried address. */
        Transfer: {
            /**
             * @description The amount, in atomic units of the asset.
             * @example 250000000
             */
            amount: string;
            asset?: components["schemas"]["TransferAsset"];
            /**
             * @description Who paid it, or who got it.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            counterparty: string;
            direction: components["schemas"]["TransferDirection"];
            display?: components["schemas"]["AmountDisplay"];
        };
        /** @description The asset that was moved. */
        TransferAsset: {
            /**
             * @description The asset.
             * @example eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
             */
            caip19: string;
            /**
             * @description How many decimals an atomic unit stands for.
             * @example 6
             */
            decimals: number;
            /** @description Its name. */
            name: string;
            /** @description Its ticker symbol. */
            symbol: string;
        };
        /**
         * @description Whether value came in to the queried address or went out from it.
         * @enum {string}
         */
        TransferDirection: "IN" | "OUT";
        /** @description Why a transaction failed, or why no node took it. */
        TxError: {
            /** @description What happened, for people. */
            message?: string;
            /** @description The calls that were reverted, the outermost first. */
            revertChain?: components["schemas"]["RevertChainEntry"][];
        };
        /** @description A point in time, as seconds since the epoch and the nanoseconds past that second. */
        UnixTimestamp: {
            /**
             * @description Nanoseconds past the second, 0 to 999999999.
             * @example 0
             */
            nanos: string;
            /**
             * @description Whole seconds since the epoch.
             * @example 1767225600
             */
            seconds: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_UPDATE_AUTH_PROXY_CONFIG. */
        UpdateAuthProxyConfigActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                updateAuthProxyConfigIntent: components["schemas"]["UpdateAuthProxyConfigIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                updateAuthProxyConfigResult?: components["schemas"]["UpdateAuthProxyConfigResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_AUTH_PROXY_CONFIG";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_UPDATE_AUTH_PROXY_CONFIG. */
        UpdateAuthProxyConfigIntent: {
            /** @description The ways to sign in that the proxy takes part in. */
            allowedAuthMethods?: components["schemas"]["AuthMethod"][];
            /** @description The issuers whose tokens the proxy takes, among those that the server takes. */
            allowedIssuers?: string[];
            /** @description The web origins whose pages may use the proxy. */
            allowedOrigins?: string[];
            emailCustomizationParams?: components["schemas"]["AuthProxyEmailParams"];
            /** @description Whether one-time passcodes have letters as well as digits. */
            otpAlphanumeric?: boolean;
            /**
             * @description How long a one-time passcode is valid.
             * @example 300
             */
            otpExpirationSeconds?: number;
            /**
             * @description The number of characters of a one-time passcode.
             * @example 9
             */
            otpLength?: number;
            /**
             * @description The address that answers to e-mails go to; empty for none.
             * @example ada@example.com
             */
            replyToEmailAddress?: string;
            /**
             * @description The address that e-mails come from; empty for that of the server.
             * @example ada@example.com
             */
            sendFromEmailAddress?: string;
            /**
             * @description The name that e-mails come from; empty for none.
             * @example Acme
             */
            sendFromEmailSenderName?: string;
            /**
             * @description How long a session lives.
             * @example 900
             */
            sessionExpirationSeconds?: number;
            smsCustomizationParams?: components["schemas"]["AuthProxySmsParams"];
            /**
             * @description How long a verification token is valid.
             * @example 3600
             */
            verificationTokenExpirationSeconds?: number;
            /** @description Whether an account is found by e-mail address or phone number only with a verification token for that contact. */
            verificationTokenRequiredForGetAccountPii?: boolean;
        };
        /** @description The body that submits ACTIVITY_TYPE_UPDATE_AUTH_PROXY_CONFIG. */
        UpdateAuthProxyConfigRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["UpdateAuthProxyConfigIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_AUTH_PROXY_CONFIG";
        };
        /** @description The answer to ACTIVITY_TYPE_UPDATE_AUTH_PROXY_CONFIG. */
        UpdateAuthProxyConfigResponseBody: {
            activity: components["schemas"]["UpdateAuthProxyConfigActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_UPDATE_AUTH_PROXY_CONFIG returns. */
        UpdateAuthProxyConfigResult: {
            /**
             * @description The configuration.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            configId?: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_UPDATE_OAUTH2_CREDENTIAL. */
        UpdateOauth2CredentialActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                updateOauth2CredentialIntent: components["schemas"]["UpdateOauth2CredentialIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                updateOauth2CredentialResult?: components["schemas"]["UpdateOauth2CredentialResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_OAUTH2_CREDENTIAL";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_UPDATE_OAUTH2_CREDENTIAL. */
        UpdateOauth2CredentialIntent: {
            /** @description Client ID that the provider issued. */
            clientId: string;
            /**
             * @description Client secret of the provider, encrypted to the TLS fetcher quorum key, which a self-hosted service publishes as its client-secret key.
             * @example 9eb435959b07b498cd859d0f0434684474539492bbe956f2cc78117a089f683c36c0b1bbcc828601cce66fd0dbabea3091c7fbc41d77394430c6e9c16eaf9ff5eca9405a7b9015508c071057e52c0000007e7248caa4fc2dbc39227346d7871941e46cf4b538ada00a98dfd005232416c2cb2bba65844a3dce16b8b19b
             */
            encryptedClientSecret: string;
            /**
             * @description The credential to replace.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            oauth2CredentialId: string;
            provider: components["schemas"]["Oauth2Provider"];
        };
        /** @description The body that submits ACTIVITY_TYPE_UPDATE_OAUTH2_CREDENTIAL. */
        UpdateOauth2CredentialRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["UpdateOauth2CredentialIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_OAUTH2_CREDENTIAL";
        };
        /** @description The answer to ACTIVITY_TYPE_UPDATE_OAUTH2_CREDENTIAL. */
        UpdateOauth2CredentialResponseBody: {
            activity: components["schemas"]["UpdateOauth2CredentialActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_UPDATE_OAUTH2_CREDENTIAL returns. */
        UpdateOauth2CredentialResult: {
            /**
             * @description The credential.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            oauth2CredentialId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_UPDATE_POLICY_V2. */
        UpdatePolicyActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                updatePolicyIntentV2: components["schemas"]["UpdatePolicyIntentV2"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                updatePolicyResultV2?: components["schemas"]["UpdatePolicyResultV2"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_POLICY_V2";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_UPDATE_POLICY_V2. */
        UpdatePolicyIntentV2: {
            /**
             * @description What the activity must be, as an expression of at most 4,096 characters. Without it the policy keeps the one it has; an empty one is always true.
             * @example activity.resource == 'WALLET'
             */
            policyCondition?: string;
            /**
             * @description Who must approve the activity, as an expression of at most 4,096 characters. Without it the policy keeps the one it has; an empty one is always true.
             * @example approvers.count() >= 2
             */
            policyConsensus?: string;
            policyEffect?: components["schemas"]["Effect"];
            /**
             * @description The policy to change.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            policyId: string;
            /**
             * @description The new name. Without it the policy keeps the one it has.
             * @example Payments to the exchange
             */
            policyName?: string;
            /** @description The new remarks. Without them the policy keeps those it has. */
            policyNotes?: string;
            /**
             * @description When the policy applies, as an expression of at most 4,096 characters. Without it the policy keeps the one it has; an empty one is always true.
             * @example time.now < Timestamp('2027-01-01T00:00:00Z')
             */
            time?: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_UPDATE_POLICY_V2. */
        UpdatePolicyRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["UpdatePolicyIntentV2"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_POLICY_V2";
        };
        /** @description The answer to ACTIVITY_TYPE_UPDATE_POLICY_V2. */
        UpdatePolicyResponseBody: {
            activity: components["schemas"]["UpdatePolicyActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_UPDATE_POLICY_V2 returns. */
        UpdatePolicyResultV2: {
            /**
             * @description The policy that was changed.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            policyId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_UPDATE_PRIVATE_KEY_TAG. */
        UpdatePrivateKeyTagActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                updatePrivateKeyTagIntent: components["schemas"]["UpdatePrivateKeyTagIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                updatePrivateKeyTagResult?: components["schemas"]["UpdatePrivateKeyTagResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_PRIVATE_KEY_TAG";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_UPDATE_PRIVATE_KEY_TAG. */
        UpdatePrivateKeyTagIntent: {
            /** @description The private keys to put the tag on; an empty list when there are none. */
            addPrivateKeyIds: string[];
            /**
             * @description The new name. Without it the tag keeps the one it has.
             * @example Hot
             */
            newPrivateKeyTagName?: string;
            /**
             * @description The tag to change.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            privateKeyTagId: string;
            /** @description The private keys to take the tag off; an empty list when there are none. */
            removePrivateKeyIds: string[];
        };
        /** @description The body that submits ACTIVITY_TYPE_UPDATE_PRIVATE_KEY_TAG. */
        UpdatePrivateKeyTagRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["UpdatePrivateKeyTagIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_PRIVATE_KEY_TAG";
        };
        /** @description The answer to ACTIVITY_TYPE_UPDATE_PRIVATE_KEY_TAG. */
        UpdatePrivateKeyTagResponseBody: {
            activity: components["schemas"]["UpdatePrivateKeyTagActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_UPDATE_PRIVATE_KEY_TAG returns. */
        UpdatePrivateKeyTagResult: {
            /**
             * @description The tag that was changed.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            privateKeyTagId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_UPDATE_ROOT_QUORUM. */
        UpdateRootQuorumActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                updateRootQuorumIntent: components["schemas"]["UpdateRootQuorumIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                updateRootQuorumResult?: components["schemas"]["UpdateRootQuorumResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_ROOT_QUORUM";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_UPDATE_ROOT_QUORUM. The threshold is at most the number of root users. */
        UpdateRootQuorumIntent: {
            /**
             * @description How many of the root users must approve together.
             * @example 1
             */
            threshold: number;
            /** @description The new root users; they replace the previous ones. */
            userIds: string[];
        };
        /** @description The body that submits ACTIVITY_TYPE_UPDATE_ROOT_QUORUM. */
        UpdateRootQuorumRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["UpdateRootQuorumIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_ROOT_QUORUM";
        };
        /** @description The answer to ACTIVITY_TYPE_UPDATE_ROOT_QUORUM. */
        UpdateRootQuorumResponseBody: {
            activity: components["schemas"]["UpdateRootQuorumActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_UPDATE_ROOT_QUORUM returns. */
        UpdateRootQuorumResult: Record<string, never>;
        /** @description An activity of type ACTIVITY_TYPE_UPDATE_USER. */
        UpdateUserActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                updateUserIntent: components["schemas"]["UpdateUserIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                updateUserResult?: components["schemas"]["UpdateUserResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_USER";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description An activity of type ACTIVITY_TYPE_UPDATE_USER_EMAIL. */
        UpdateUserEmailActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                updateUserEmailIntent: components["schemas"]["UpdateUserEmailIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                updateUserEmailResult?: components["schemas"]["UpdateUserEmailResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_USER_EMAIL";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_UPDATE_USER_EMAIL. */
        UpdateUserEmailIntent: {
            /**
             * @description The new e-mail address; the empty string removes the one that is there.
             * @example ada@example.com
             */
            userEmail: string;
            /**
             * @description The user to change.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
            /**
             * @description Token that proves the new address, bound to the API key that stamps the request. Without it the address counts as not verified.
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijc1NTFhNGM3NjVlYjc3MGEifQ.eyJleHAiOjE3NjcyMjY1MDAsInB1YmxpY19rZXkiOiIwMjJiNmRmYmFhOGQ3OTg2OTA4YzcxYzc1OTM0MTNiZGUzNWE5ODU4MjgwYjE2Y2Y1OWU5MjhjMjk5MzY1NmQzYzUiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiJiOGQ0ZjZhMi0xYzkzLTRlNzUtOGYwYS1kMzZlNWM3YjlhMTQiLCJvcmdhbml6YXRpb25faWQiOiI2ZjFlN2EzYy01OGQyLTRjMGItOWE0MS0yYjdkOTBjM2U1ZjgifQ.QZYmrAT6UKUyxynmwoX1AUUh-Tr6OS2v26gP2fcDtU0oOdy_f6OuSbqVXM9OL-NzTsRGQrk_02EOyEQLItmDRg
             */
            verificationToken?: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_UPDATE_USER_EMAIL. */
        UpdateUserEmailRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["UpdateUserEmailIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_USER_EMAIL";
        };
        /** @description The answer to ACTIVITY_TYPE_UPDATE_USER_EMAIL. */
        UpdateUserEmailResponseBody: {
            activity: components["schemas"]["UpdateUserEmailActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_UPDATE_USER_EMAIL returns. */
        UpdateUserEmailResult: {
            /**
             * @description The user that was changed.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
        };
        /** @description The parameters of ACTIVITY_TYPE_UPDATE_USER. */
        UpdateUserIntent: {
            /**
             * @description E-mail address of the user.
             * @example ada@example.com
             */
            userEmail?: string;
            /**
             * @description The user to change.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
            /**
             * @description A name for the user that people recognise.
             * @example Ada Lovelace
             */
            userName?: string;
            /**
             * @description Phone number of the user, in E.164 form.
             * @example +15555550123
             */
            userPhoneNumber?: string;
            /** @description The new tags of the user, by ID; they replace the previous ones. */
            userTagIds?: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER. */
        UpdateUserPhoneNumberActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                updateUserPhoneNumberIntent: components["schemas"]["UpdateUserPhoneNumberIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                updateUserPhoneNumberResult?: components["schemas"]["UpdateUserPhoneNumberResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER. */
        UpdateUserPhoneNumberIntent: {
            /**
             * @description The user to change.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
            /**
             * @description The new phone number, in E.164 form; the empty string removes the one that is there.
             * @example +15555550123
             */
            userPhoneNumber: string;
            /**
             * @description Token that proves the new number, bound to the API key that stamps the request. Without it the number counts as not verified.
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijc1NTFhNGM3NjVlYjc3MGEifQ.eyJleHAiOjE3NjcyMjY1MDAsInB1YmxpY19rZXkiOiIwMjJiNmRmYmFhOGQ3OTg2OTA4YzcxYzc1OTM0MTNiZGUzNWE5ODU4MjgwYjE2Y2Y1OWU5MjhjMjk5MzY1NmQzYzUiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiJiOGQ0ZjZhMi0xYzkzLTRlNzUtOGYwYS1kMzZlNWM3YjlhMTQiLCJvcmdhbml6YXRpb25faWQiOiI2ZjFlN2EzYy01OGQyLTRjMGItOWE0MS0yYjdkOTBjM2U1ZjgifQ.QZYmrAT6UKUyxynmwoX1AUUh-Tr6OS2v26gP2fcDtU0oOdy_f6OuSbqVXM9OL-NzTsRGQrk_02EOyEQLItmDRg
             */
            verificationToken?: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER. */
        UpdateUserPhoneNumberRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["UpdateUserPhoneNumberIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER";
        };
        /** @description The answer to ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER. */
        UpdateUserPhoneNumberResponseBody: {
            activity: components["schemas"]["UpdateUserPhoneNumberActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER returns. */
        UpdateUserPhoneNumberResult: {
            /**
             * @description The user that was changed.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_UPDATE_USER. */
        UpdateUserRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["UpdateUserIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_USER";
        };
        /** @description The answer to ACTIVITY_TYPE_UPDATE_USER. */
        UpdateUserResponseBody: {
            activity: components["schemas"]["UpdateUserActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_UPDATE_USER returns. */
        UpdateUserResult: {
            /**
             * @description The user that was changed.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_UPDATE_USER_TAG. */
        UpdateUserTagActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                updateUserTagIntent: components["schemas"]["UpdateUserTagIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                updateUserTagResult?: components["schemas"]["UpdateUserTagResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_USER_TAG";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_UPDATE_USER_TAG. */
        UpdateUserTagIntent: {
            /** @description The users to put the tag on; an empty list when there are none. */
            addUserIds: string[];
            /**
             * @description The new name. Without it the tag keeps the one it has.
             * @example Treasurers
             */
            newUserTagName?: string;
            /** @description The users to take the tag off; an empty list when there are none. */
            removeUserIds: string[];
            /**
             * @description The tag to change.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userTagId: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_UPDATE_USER_TAG. */
        UpdateUserTagRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["UpdateUserTagIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_USER_TAG";
        };
        /** @description The answer to ACTIVITY_TYPE_UPDATE_USER_TAG. */
        UpdateUserTagResponseBody: {
            activity: components["schemas"]["UpdateUserTagActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_UPDATE_USER_TAG returns. */
        UpdateUserTagResult: {
            /**
             * @description The tag that was changed.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userTagId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_UPDATE_WALLET. */
        UpdateWalletActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                updateWalletIntent: components["schemas"]["UpdateWalletIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                updateWalletResult?: components["schemas"]["UpdateWalletResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_WALLET";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_UPDATE_WALLET. */
        UpdateWalletIntent: {
            /**
             * @description The wallet to change.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            walletId: string;
            /**
             * @description The new name. Without it the wallet keeps the one it has.
             * @example Treasury
             */
            walletName?: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_UPDATE_WALLET. */
        UpdateWalletRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["UpdateWalletIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_WALLET";
        };
        /** @description The answer to ACTIVITY_TYPE_UPDATE_WALLET. */
        UpdateWalletResponseBody: {
            activity: components["schemas"]["UpdateWalletActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_UPDATE_WALLET returns. */
        UpdateWalletResult: {
            /**
             * @description The wallet that was changed.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            walletId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT. */
        UpdateWebhookEndpointActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                updateWebhookEndpointIntent: components["schemas"]["UpdateWebhookEndpointIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                updateWebhookEndpointResult?: components["schemas"]["UpdateWebhookEndpointResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT. */
        UpdateWebhookEndpointIntent: {
            /**
             * @description The endpoint to change.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            endpointId: string;
            /** @description Whether events are delivered. */
            isActive?: boolean;
            /**
             * @description A name for the endpoint that people recognise.
             * @example Back office
             */
            name?: string;
            /**
             * @description Where events are sent, with POST: an https URL of at most 2,048 characters, without credentials and without a fragment, whose host is on the public Internet.
             * @example https://app.example.com/webhooks/mintmark
             */
            url?: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT. */
        UpdateWebhookEndpointRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["UpdateWebhookEndpointIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT";
        };
        /** @description The answer to ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT. */
        UpdateWebhookEndpointResponseBody: {
            activity: components["schemas"]["UpdateWebhookEndpointActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT returns. */
        UpdateWebhookEndpointResult: {
            /**
             * @description The endpoint that was changed.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            endpointId: string;
            webhookEndpoint: components["schemas"]["WebhookEndpointData"];
        };
        /** @description An activity of type ACTIVITY_TYPE_UPSERT_SWAP_CONFIG. */
        UpsertSwapConfigActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                upsertSwapConfigIntent: components["schemas"]["UpsertSwapConfigIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                upsertSwapConfigResult?: components["schemas"]["UpsertSwapConfigResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPSERT_SWAP_CONFIG";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_UPSERT_SWAP_CONFIG. */
        UpsertSwapConfigIntent: {
            /**
             * @description Client fee in basis points, from 0 to 500, for every pair that stableFeeBps does not cover.
             * @example 30
             */
            feeBps?: string;
            /**
             * @description The address that swap fees are paid to: of a wallet account or a private key of the organization itself.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            feeReceiverWalletAddress?: string;
            /**
             * @description Client fee in basis points, from 0 to 500, when both assets are stablecoins. Without it, feeBps applies. Only the top service tier may set it.
             * @example 30
             */
            stableFeeBps?: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_UPSERT_SWAP_CONFIG. */
        UpsertSwapConfigRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["UpsertSwapConfigIntent"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPSERT_SWAP_CONFIG";
        };
        /** @description The answer to ACTIVITY_TYPE_UPSERT_SWAP_CONFIG. */
        UpsertSwapConfigResponseBody: {
            activity: components["schemas"]["UpsertSwapConfigActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_UPSERT_SWAP_CONFIG returns. */
        UpsertSwapConfigResult: {
            /**
             * @description Client fee in basis points, from 0 to 500, for every pair that stableFeeBps does not cover.
             * @example 30
             */
            feeBps?: string;
            /**
             * @description The address that swap fees are paid to: of a wallet account or a private key of the organization itself.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            feeReceiverWalletAddress?: string;
            /**
             * @description Client fee in basis points, from 0 to 500, when both assets are stablecoins. Without it, feeBps applies. Only the top service tier may set it.
             * @example 30
             */
            stableFeeBps?: string;
        };
        /** @description A user of an organization, with the credentials that act for it. */
        User: {
            /** @description API keys of the user. */
            apiKeys: components["schemas"]["ApiKey"][];
            /** @description Passkeys of the user. */
            authenticators: components["schemas"]["Authenticator"][];
            createdAt: components["schemas"]["UnixTimestamp"];
            /** @description OpenID Connect identities that are linked to the user. */
            oauthProviders: components["schemas"]["OauthProvider"][];
            updatedAt: components["schemas"]["UnixTimestamp"];
            /**
             * @description E-mail address of the user.
             * @example ada@example.com
             */
            userEmail?: string;
            /**
             * @description The user.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
            /**
             * @description A name for the user that people recognise.
             * @example Ada Lovelace
             */
            userName: string;
            /**
             * @description Phone number of the user, in E.164 form.
             * @example +15555550123
             */
            userPhoneNumber?: string;
            /** @description Tags of the user, by ID. */
            userTags: string[];
        };
        /** @description A user to create. A user needs at least one valid credential: an API key, an authenticator, an OAuth provider, or an e-mail address or phone number whose login method (e-mail, e-mail OTP or SMS) is enabled on the organization. */
        UserParams: {
            /** @description API keys of the user; an empty list when there are none. */
            apiKeys: components["schemas"]["ApiKeyParams"][];
            /** @description Passkeys of the user; an empty list when there are none. */
            authenticators: components["schemas"]["AuthenticatorParams"][];
            /** @description Linked OpenID Connect identities of the user; an empty list when there are none. */
            oauthProviders: components["schemas"]["OauthProviderParams"][];
            /**
             * @description E-mail address of the user.
             * @example ada@example.com
             */
            userEmail?: string;
            /**
             * @description A name for the user that people recognise.
             * @example Ada Lovelace
             */
            userName: string;
            /**
             * @description Phone number of the user, in E.164 form.
             * @example +15555550123
             */
            userPhoneNumber?: string;
            /** @description Tags of the user, by ID; an empty list when there are none. */
            userTags: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_VERIFY_OTP_V2. */
        VerifyOtpActivity: {
            /** @description Proofs of what was done, when the request asked for them. */
            appProofs?: components["schemas"]["AppProof"][];
            /** @description Whether the caller can approve the activity now. */
            canApprove: boolean;
            /** @description Whether the caller can reject the activity now. */
            canReject: boolean;
            /**
             * @description When the activity was submitted.
             * @example 2026-01-01T00:00:00.000Z
             */
            createdAt: string;
            failure?: components["schemas"]["ApiError"];
            /**
             * @description SHA-256 of the request body: the same body always means the same activity.
             * @example sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2
             */
            fingerprint: string;
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The parameters that were sent, without members that are ignored. */
            intent: {
                verifyOtpIntentV2: components["schemas"]["VerifyOtpIntentV2"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description What was done; empty until the activity is completed. */
            result: {
                verifyOtpResult?: components["schemas"]["VerifyOtpResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description What the activity does, with its version.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_VERIFY_OTP_V2";
            /**
             * @description When the activity last changed.
             * @example 2026-01-01T00:00:00.000Z
             */
            updatedAt: string;
            /** @description The approvals and rejections so far. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description The parameters of ACTIVITY_TYPE_VERIFY_OTP_V2. */
        VerifyOtpIntentV2: {
            /** @description The code and the public key of the client, encrypted to the target of init_otp. */
            encryptedOtpBundle: string;
            /**
             * @description How long the token is valid, in seconds, at most 86400. Without it, 3600 (one hour).
             * @example 3600
             */
            expirationSeconds?: string;
            /**
             * @description The passcode.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            otpId: string;
        };
        /** @description The body that submits ACTIVITY_TYPE_VERIFY_OTP_V2. */
        VerifyOtpRequest: {
            /** @description Whether to return proofs of what the activity did. */
            generateAppProofs?: boolean;
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            parameters: components["schemas"]["VerifyOtpIntentV2"];
            /**
             * @description When the request was made, in milliseconds since the epoch; shows that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_VERIFY_OTP_V2";
        };
        /** @description The answer to ACTIVITY_TYPE_VERIFY_OTP_V2. */
        VerifyOtpResponseBody: {
            activity: components["schemas"]["VerifyOtpActivity"];
        };
        /** @description What a completed ACTIVITY_TYPE_VERIFY_OTP_V2 returns. */
        VerifyOtpResult: {
            /**
             * @description Signed token with a unique ID, an expiry, the verification type and the contact.
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijc1NTFhNGM3NjVlYjc3MGEifQ.eyJleHAiOjE3NjcyMjY1MDAsInB1YmxpY19rZXkiOiIwMjJiNmRmYmFhOGQ3OTg2OTA4YzcxYzc1OTM0MTNiZGUzNWE5ODU4MjgwYjE2Y2Y1OWU5MjhjMjk5MzY1NmQzYzUiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiJiOGQ0ZjZhMi0xYzkzLTRlNzUtOGYwYS1kMzZlNWM3YjlhMTQiLCJvcmdhbml6YXRpb25faWQiOiI2ZjFlN2EzYy01OGQyLTRjMGItOWE0MS0yYjdkOTBjM2U1ZjgifQ.QZYmrAT6UKUyxynmwoX1AUUh-Tr6OS2v26gP2fcDtU0oOdy_f6OuSbqVXM9OL-NzTsRGQrk_02EOyEQLItmDRg
             */
            verificationToken: string;
        };
        /** @description Approval or rejection of an activity by one user. */
        Vote: {
            /**
             * @description The activity that was voted on.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            activityId: string;
            createdAt: components["schemas"]["UnixTimestamp"];
            /**
             * @description The vote.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            id: string;
            /** @description The exact body that the user stamped. */
            message: string;
            /** @description Public key of the stamp. */
            publicKey: string;
            /** @description Signature scheme of the stamp. */
            scheme: string;
            selection: components["schemas"]["VoteSelection"];
            /** @description Signature of the stamp. */
            signature: string;
            user: components["schemas"]["User"];
            /**
             * @description The user who voted.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
        };
        /**
         * @description What a vote says.
         * @enum {string}
         */
        VoteSelection: "VOTE_SELECTION_APPROVED" | "VOTE_SELECTION_REJECTED";
        /** @description A wallet. Its seed phrase never leaves the service in the clear. */
        Wallet: {
            createdAt: components["schemas"]["UnixTimestamp"];
            /** @description Whether the seed phrase was ever exported. */
            exported: boolean;
            /** @description Whether the wallet came in by import. */
            imported: boolean;
            updatedAt: components["schemas"]["UnixTimestamp"];
            /**
             * @description The wallet.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            walletId: string;
            /**
             * @description A name for the wallet that people recognise.
             * @example Treasury
             */
            walletName: string;
        };
        /** @description An account of a wallet: one path, with its address in one format. */
        WalletAccount: {
            /**
             * @description The address itself.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            address: string;
            addressFormat: components["schemas"]["AddressFormat"];
            /**
             * @description The CAIP-2 namespace of the chains that the address is for, where there is one.
             * @example eip155
             */
            caip2Prefix?: string;
            createdAt: components["schemas"]["UnixTimestamp"];
            curve: components["schemas"]["Curve"];
            /**
             * @description A name for the account that people recognise.
             * @example Savings
             */
            name?: string;
            /**
             * @description The organization that owns the wallet.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /**
             * @description Path that the account is derived at, as it was given.
             * @example m/44'/60'/0'/0/0
             */
            path: string;
            pathFormat: components["schemas"]["PathFormat"];
            /**
             * @description Public key of the account, as hex.
             * @example 9eb435959b07b498
             */
            publicKey?: string;
            updatedAt: components["schemas"]["UnixTimestamp"];
            /**
             * @description The account.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            walletAccountId: string;
            walletDetails?: components["schemas"]["Wallet"];
            /**
             * @description The wallet that the account is derived from.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            walletId: string;
        };
        /** @description An account to derive in a wallet. Each index of the path is below 2147483648. The address format is one that a key of the curve has. */
        WalletAccountParams: {
            addressFormat: components["schemas"]["AddressFormat"];
            curve: components["schemas"]["Curve"];
            /**
             * @description A name for the account that people recognise.
             * @example Savings
             */
            name?: string;
            /**
             * @description Path that the account is derived at.
             * @example m/44'/60'/0'/0/0
             */
            path: string;
            pathFormat: components["schemas"]["PathFormat"];
        };
        /** @description A wallet to create from a new seed phrase. The paths of all accounts together have at most 10,000 segments. No two accounts have the same path and address format. */
        WalletParams: {
            /** @description Accounts to derive; an empty list when there are none. */
            accounts: components["schemas"]["WalletAccountParams"][];
            /**
             * @description Number of words of the seed phrase. Without it the phrase has 12.
             * @example 12
             * @enum {integer}
             */
            mnemonicLength?: 12 | 15 | 18 | 21 | 24;
            /**
             * @description A name for the wallet that people recognise.
             * @example Treasury
             */
            walletName: string;
        };
        /** @description A wallet that was created. */
        WalletResult: {
            /** @description Addresses of the accounts, in the order they were asked for. */
            addresses: string[];
            /**
             * @description The wallet.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            walletId: string;
        };
        /** @description An event on its way to an endpoint, without its contents. createdAt is when the event happened, lastAttemptAt when the last attempt ended, and nextAttemptAt when the next one is due; nextAttemptAt is absent unless the delivery is WAITING. */
        WebhookDelivery: {
            /**
             * @description How many attempts there were.
             * @example 1
             */
            attempts: number;
            createdAt: components["schemas"]["UnixTimestamp"];
            errorCode?: components["schemas"]["WebhookDeliveryError"];
            /**
             * @description The event, as in the first part of the header webhook-id.
             * @example 0199c3a4-7e51-7b26-9d0c-4a8f3b1e6d73
             */
            eventId: string;
            eventType: components["schemas"]["WebhookEventType"];
            /**
             * @description The status that the receiver answered the last attempt with, if it answered.
             * @example 204
             */
            httpStatus?: number;
            lastAttemptAt: components["schemas"]["UnixTimestamp"];
            nextAttemptAt?: components["schemas"]["UnixTimestamp"];
            state: components["schemas"]["WebhookDeliveryState"];
            /**
             * @description The delivery.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            webhookDeliveryId: string;
        };
        /**
         * @description Why an attempt failed. REFUSED: the receiver answered with another status than 200 to 299. UNREACHABLE: there was no connection. TIMEOUT: the receiver did not answer in time. FAILED: anything else, such as a host that is not on the public Internet. INTERRUPTED: the process of the service ended during every attempt.
         * @enum {string}
         */
        WebhookDeliveryError: "REFUSED" | "UNREACHABLE" | "TIMEOUT" | "FAILED" | "INTERRUPTED";
        /**
         * @description What became of a delivery. DELIVERED: the receiver accepted the event. WAITING: the last attempt failed, and there will be another. FAILED: it was given up.
         * @enum {string}
         */
        WebhookDeliveryState: "DELIVERED" | "WAITING" | "FAILED";
        /** @description An endpoint that gets events of an organization. */
        WebhookEndpointData: {
            /**
             * @description The endpoint. Each event that it gets names it at the end of the header webhook-id.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            endpointId: string;
            /** @description Whether events are delivered. The service sets it to false when all deliveries have failed for five days; update_webhook_endpoint sets it again. */
            isActive: boolean;
            /**
             * @description A name for the endpoint that people recognise.
             * @example Back office
             */
            name: string;
            /**
             * @description The organization that has the endpoint.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The events that the endpoint gets. */
            subscriptions?: components["schemas"]["WebhookSubscription"][];
            /**
             * @description Where events are sent, with POST: an https URL of at most 2,048 characters, without credentials and without a fragment, whose host is on the public Internet.
             * @example https://app.example.com/webhooks/mintmark
             */
            url: string;
        };
        /**
         * @description What an event is about. ACTIVITY_UPDATES: an activity of the organization or of one of its sub-organizations completed, failed, was rejected, or needs votes. The other types are about transactions that the service sent and about balances on chain; only a parent organization gets them, for itself and its sub-organizations.
         * @enum {string}
         */
        WebhookEventType: "ACTIVITY_UPDATES" | "BALANCE_CONFIRMED_UPDATES" | "BALANCE_FINALIZED_UPDATES" | "SEND_TRANSACTION_STATUS_UPDATES";
        /** @description A type of events that an endpoint gets. */
        WebhookSubscription: {
            eventType: components["schemas"]["WebhookEventType"];
            /**
             * @description Not supported: leave it out or empty.
             * @example
             */
            filtersJson?: string;
            /** @description Whether events of this type are delivered; true if absent. */
            isActive?: boolean;
        };
        /** @description A type of events that an endpoint gets. */
        WebhookSubscriptionParams: {
            eventType: components["schemas"]["WebhookEventType"];
            /**
             * @description Not supported: leave it out or empty.
             * @example
             */
            filtersJson?: string;
            /** @description Whether events of this type are delivered; true if absent. */
            isActive?: boolean;
        };
        /** @description The body of whoami. */
        WhoamiRequest: {
            /**
             * @description The organization of the caller. A passkey user who does not know the sub-organization may send its parent; the sub-organization is faster.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The answer to whoami. */
        WhoamiResponseBody: {
            /**
             * @description The organization of the caller.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description Its name. */
            organizationName: string;
            /**
             * @description The caller.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
            /** @description The name of the caller. */
            username: string;
        };
    };
    responses: {
        /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
        ActivityError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The caller is not known. */
        ActivityError401: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The caller may not do this. */
        ActivityError403: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description Something that the request names does not exist. */
        ActivityError404: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description Something that must be unique exists already, or changed at the same moment. */
        ActivityError409: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The request is larger than the service reads. */
        ActivityError413: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description A limit is reached. */
        ActivityError429: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The service failed. */
        ActivityError500: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The server has no handler for this operation. */
        ActivityError501: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The service, or something that it needs, cannot be reached now. */
        ActivityError503: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The caller is not known. */
        ProxyError401: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The caller may not do this. */
        ProxyError403: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description Something that the request names does not exist. */
        ProxyError404: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description Something that must be unique exists already, or changed at the same moment. */
        ProxyError409: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The request is larger than the service reads. */
        ProxyError413: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description A limit is reached. */
        ProxyError429: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The service failed. */
        ProxyError500: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The server has no handler for this operation. */
        ProxyError501: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The service, or something that it needs, cannot be reached now. */
        ProxyError503: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
        QueryError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The caller is not known. */
        QueryError401: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The caller may not do this. */
        QueryError403: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description Something that the request names does not exist. */
        QueryError404: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description Something that must be unique exists already, or changed at the same moment. */
        QueryError409: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The request is larger than the service reads. */
        QueryError413: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description A limit is reached. */
        QueryError429: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The service failed. */
        QueryError500: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The server has no handler for this operation. */
        QueryError501: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The service, or something that it needs, cannot be reached now. */
        QueryError503: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Names this request in the logs of the service. */
        RequestId: string;
        /** @description How many seconds to wait before the request is sent again. Absent where that does not help, as with a quota. */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    dryRunActivity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DryRunActivityRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunActivityResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["QueryError413"];
            /** @description A limit is reached. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    getActivity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetActivityRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetActivityResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetApiKeyRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetApiKeyResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    getApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetApiKeysRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetApiKeysResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    getAuditHead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetAuditHeadRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetAuditHeadResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            404: components["responses"]["QueryError404"];
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    getAuthProxyConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetAuthProxyConfigRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetAuthProxyConfigResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            404: components["responses"]["QueryError404"];
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    getAuthenticator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetAuthenticatorRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetAuthenticatorResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    getAuthenticators: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetAuthenticatorsRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetAuthenticatorsResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    getBootProof: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetBootProofRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetBootProofResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    getEarnDeployStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetEarnDeployStatusRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetEarnDeployStatusResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    getEarnDepositStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetEarnDepositStatusRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetEarnDepositStatusResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    getEarnWithdrawStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetEarnWithdrawStatusRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetEarnWithdrawStatusResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    getLatestBootProof: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetLatestBootProofRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetLatestBootProofResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    getOauthProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetOauthProvidersRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetOauthProvidersResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    getOauth2Credential: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetOauth2CredentialRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetOauth2CredentialResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    getOrganizationConfigs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetOrganizationConfigsRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetOrganizationConfigsResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            404: components["responses"]["QueryError404"];
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    getPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetPolicyRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetPolicyResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    getPolicyEvaluations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetPolicyEvaluationsRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetPolicyEvaluationsResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    getPrivateKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetPrivateKeyRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetPrivateKeyResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    getSendTransactionStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetSendTransactionStatusRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetSendTransactionStatusResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    getSessionProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetSessionProfileRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetSessionProfileResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    getSessionProfiles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetSessionProfilesRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetSessionProfilesResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            404: components["responses"]["QueryError404"];
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    getSmartContractInterface: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetSmartContractInterfaceRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetSmartContractInterfaceResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetUserRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetUserResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    getWallet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetWalletRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetWalletResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    getWalletAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetWalletAccountRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetWalletAccountResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    listActivities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListActivitiesRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListActivitiesResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            404: components["responses"]["QueryError404"];
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    listActivityValues: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListActivityValuesRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListActivityValuesResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    listAppProofs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListAppProofsRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListAppProofsResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    listEarnEnabledVaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListEarnEnabledVaultsRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListEarnEnabledVaultsResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            404: components["responses"]["QueryError404"];
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    listEarnVaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListEarnVaultsRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListEarnVaultsResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            404: components["responses"]["QueryError404"];
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    listEthTransactionHistory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListEthTransactionHistoryRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListEthTransactionHistoryResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            404: components["responses"]["QueryError404"];
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    listOauth2Credentials: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListOauth2CredentialsRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListOauth2CredentialsResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            404: components["responses"]["QueryError404"];
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    listPolicies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListPoliciesRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListPoliciesResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            404: components["responses"]["QueryError404"];
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    listPrivateKeyTags: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListPrivateKeyTagsRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListPrivateKeyTagsResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            404: components["responses"]["QueryError404"];
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    listPrivateKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListPrivateKeysRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListPrivateKeysResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            404: components["responses"]["QueryError404"];
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    listSmartContractInterfaces: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListSmartContractInterfacesRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListSmartContractInterfacesResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            404: components["responses"]["QueryError404"];
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    listSuborgs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListSuborgsRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListSuborgsResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            404: components["responses"]["QueryError404"];
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    listUserTags: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListUserTagsRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListUserTagsResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            404: components["responses"]["QueryError404"];
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    listUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListUsersRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListUsersResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            404: components["responses"]["QueryError404"];
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    listVerifiedSuborgs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListVerifiedSuborgsRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListVerifiedSuborgsResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            404: components["responses"]["QueryError404"];
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    listWalletAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListWalletAccountsRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListWalletAccountsResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    listWallets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListWalletsRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListWalletsResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            404: components["responses"]["QueryError404"];
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListWebhookDeliveriesRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListWebhookDeliveriesResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListWebhookEndpointsRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListWebhookEndpointsResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            404: components["responses"]["QueryError404"];
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    whoami: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WhoamiRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WhoamiResponseBody"];
                };
            };
            400: components["responses"]["QueryError400"];
            401: components["responses"]["QueryError401"];
            403: components["responses"]["QueryError403"];
            404: components["responses"]["QueryError404"];
            409: components["responses"]["QueryError409"];
            413: components["responses"]["QueryError413"];
            429: components["responses"]["QueryError429"];
            500: components["responses"]["QueryError500"];
            501: components["responses"]["QueryError501"];
            503: components["responses"]["QueryError503"];
        };
    };
    approveActivity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApproveActivityRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApproveActivityResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    claimSwapFees: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClaimSwapFeesRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimSwapFeesResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            /** @description The caller may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    createApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKeysRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateApiKeysResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["ActivityError413"];
            /** @description A limit is reached. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    createAuthenticators: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAuthenticatorsRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateAuthenticatorsResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["ActivityError413"];
            /** @description A limit is reached. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    createOauthProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOauthProvidersRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateOauthProvidersResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["ActivityError413"];
            /** @description A limit is reached. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    createOauth2Credential: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOauth2CredentialRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateOauth2CredentialResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            /** @description The caller may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: components["responses"]["ActivityError404"];
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["ActivityError413"];
            /** @description A limit is reached. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    createPolicies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePoliciesRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatePoliciesResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            404: components["responses"]["ActivityError404"];
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["ActivityError413"];
            /** @description A limit is reached. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    createPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePolicyRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatePolicyResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            404: components["responses"]["ActivityError404"];
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["ActivityError413"];
            /** @description A limit is reached. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    createPrivateKeyTag: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePrivateKeyTagRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatePrivateKeyTagResponseBody"];
                };
            };
            400: components["responses"]["ActivityError400"];
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["ActivityError413"];
            /** @description A limit is reached. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    createPrivateKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePrivateKeysRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatePrivateKeysResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["ActivityError413"];
            /** @description A limit is reached. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    createReadWriteSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateReadWriteSessionRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateReadWriteSessionResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            /** @description The caller may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: components["responses"]["ActivityError404"];
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    createSessionProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSessionProfileRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateSessionProfileResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            /** @description The caller may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: components["responses"]["ActivityError404"];
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["ActivityError413"];
            /** @description A limit is reached. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    createSmartContractInterface: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSmartContractInterfaceRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateSmartContractInterfaceResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            404: components["responses"]["ActivityError404"];
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["ActivityError413"];
            /** @description A limit is reached. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    createSubOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSubOrganizationRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateSubOrganizationResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            /** @description The caller may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: components["responses"]["ActivityError404"];
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["ActivityError413"];
            /** @description A limit is reached. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    createUserTag: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUserTagRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateUserTagResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["ActivityError413"];
            /** @description A limit is reached. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    createUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUsersRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateUsersResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["ActivityError413"];
            /** @description A limit is reached. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    createWallet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWalletRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateWalletResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            404: components["responses"]["ActivityError404"];
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["ActivityError413"];
            /** @description A limit is reached. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    createWalletAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWalletAccountsRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateWalletAccountsResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["ActivityError413"];
            /** @description A limit is reached. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateWebhookEndpointResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            /** @description The caller may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: components["responses"]["ActivityError404"];
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            /** @description A limit is reached. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    deleteApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteApiKeysRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteApiKeysResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    deleteAuthenticators: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteAuthenticatorsRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteAuthenticatorsResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    deleteOauthProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteOauthProvidersRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteOauthProvidersResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    deleteOauth2Credential: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteOauth2CredentialRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteOauth2CredentialResponseBody"];
                };
            };
            400: components["responses"]["ActivityError400"];
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    deletePolicies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeletePoliciesRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletePoliciesResponseBody"];
                };
            };
            400: components["responses"]["ActivityError400"];
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    deletePolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeletePolicyRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletePolicyResponseBody"];
                };
            };
            400: components["responses"]["ActivityError400"];
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    deletePrivateKeyTags: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeletePrivateKeyTagsRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletePrivateKeyTagsResponseBody"];
                };
            };
            400: components["responses"]["ActivityError400"];
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    deletePrivateKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeletePrivateKeysRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletePrivateKeysResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    deleteSmartContractInterface: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteSmartContractInterfaceRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteSmartContractInterfaceResponseBody"];
                };
            };
            400: components["responses"]["ActivityError400"];
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    deleteSubOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteSubOrganizationRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteSubOrganizationResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            /** @description The caller may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: components["responses"]["ActivityError404"];
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    deleteUserTags: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteUserTagsRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteUserTagsResponseBody"];
                };
            };
            400: components["responses"]["ActivityError400"];
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    deleteUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteUsersRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteUsersResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    deleteWalletAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteWalletAccountsRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteWalletAccountsResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            /** @description A limit is reached. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    deleteWallets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteWalletsRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteWalletsResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            /** @description A limit is reached. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteWebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteWebhookEndpointResponseBody"];
                };
            };
            400: components["responses"]["ActivityError400"];
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    disableAuthProxy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisableAuthProxyRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DisableAuthProxyResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            /** @description The caller may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: components["responses"]["ActivityError404"];
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    earnDeployWrapper: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EarnDeployWrapperRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EarnDeployWrapperResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            /** @description The caller may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            /** @description A limit is reached. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    earnDeposit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EarnDepositRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EarnDepositResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            /** @description A limit is reached. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    earnSetWrapperState: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EarnSetWrapperStateRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EarnSetWrapperStateResponseBody"];
                };
            };
            400: components["responses"]["ActivityError400"];
            401: components["responses"]["ActivityError401"];
            /** @description The caller may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    earnWithdraw: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EarnWithdrawRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EarnWithdrawResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            /** @description A limit is reached. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    enableAuthProxy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnableAuthProxyRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnableAuthProxyResponseBody"];
                };
            };
            400: components["responses"]["ActivityError400"];
            401: components["responses"]["ActivityError401"];
            /** @description The caller may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: components["responses"]["ActivityError404"];
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["ActivityError413"];
            /** @description A limit is reached. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    ethSendTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EthSendTransactionRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EthSendTransactionResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["ActivityError413"];
            /** @description A limit is reached. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    exportPrivateKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportPrivateKeyRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportPrivateKeyResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    exportWallet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportWalletRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportWalletResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    exportWalletAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportWalletAccountRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportWalletAccountResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    importPrivateKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportPrivateKeyRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportPrivateKeyResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            404: components["responses"]["ActivityError404"];
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["ActivityError413"];
            /** @description A limit is reached. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    importWallet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportWalletRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportWalletResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            404: components["responses"]["ActivityError404"];
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["ActivityError413"];
            /** @description A limit is reached. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    initImportPrivateKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InitImportPrivateKeyRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitImportPrivateKeyResponseBody"];
                };
            };
            400: components["responses"]["ActivityError400"];
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            404: components["responses"]["ActivityError404"];
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    initImportWallet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InitImportWalletRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitImportWalletResponseBody"];
                };
            };
            400: components["responses"]["ActivityError400"];
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            404: components["responses"]["ActivityError404"];
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    initOtp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InitOtpRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitOtpResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            /** @description The caller may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: components["responses"]["ActivityError404"];
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            /** @description A limit is reached. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    oauthLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OauthLoginRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthLoginResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            /** @description The caller may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    oauth2Authenticate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Oauth2AuthenticateRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Oauth2AuthenticateResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            /** @description The server has no handler for this operation. */
            501: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            503: components["responses"]["ActivityError503"];
        };
    };
    otpLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OtpLoginRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OtpLoginResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            /** @description The caller may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    rejectActivity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RejectActivityRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RejectActivityResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    removeOrganizationFeature: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RemoveOrganizationFeatureRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveOrganizationFeatureResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    setOrganizationFeature: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetOrganizationFeatureRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetOrganizationFeatureResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            404: components["responses"]["ActivityError404"];
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    signRawPayload: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignRawPayloadRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignRawPayloadResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    signRawPayloads: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignRawPayloadsRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignRawPayloadsResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    signTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignTransactionRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignTransactionResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    stampLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StampLoginRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StampLoginResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            /** @description The caller may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    updateAuthProxyConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAuthProxyConfigRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateAuthProxyConfigResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            /** @description The caller may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: components["responses"]["ActivityError404"];
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    updateOauth2Credential: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOauth2CredentialRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateOauth2CredentialResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    updatePolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePolicyRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatePolicyResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    updatePrivateKeyTag: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePrivateKeyTagRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatePrivateKeyTagResponseBody"];
                };
            };
            400: components["responses"]["ActivityError400"];
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    updateRootQuorum: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateRootQuorumRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateRootQuorumResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUserRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateUserResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    updateUserEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUserEmailRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateUserEmailResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    updateUserPhoneNumber: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUserPhoneNumberRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateUserPhoneNumberResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    updateUserTag: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUserTagRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateUserTagResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    updateWallet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWalletRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateWalletResponseBody"];
                };
            };
            400: components["responses"]["ActivityError400"];
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateWebhookEndpointResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    upsertSwapConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpsertSwapConfigRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpsertSwapConfigResponseBody"];
                };
            };
            400: components["responses"]["ActivityError400"];
            401: components["responses"]["ActivityError401"];
            /** @description The caller may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            /** @description A limit is reached. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    verifyOtp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyOtpRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyOtpResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ActivityError401"];
            403: components["responses"]["ActivityError403"];
            404: components["responses"]["ActivityError404"];
            409: components["responses"]["ActivityError409"];
            413: components["responses"]["ActivityError413"];
            429: components["responses"]["ActivityError429"];
            500: components["responses"]["ActivityError500"];
            501: components["responses"]["ActivityError501"];
            503: components["responses"]["ActivityError503"];
        };
    };
    account: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The caller is not known. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The caller may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: components["responses"]["ProxyError404"];
            409: components["responses"]["ProxyError409"];
            413: components["responses"]["ProxyError413"];
            429: components["responses"]["ProxyError429"];
            500: components["responses"]["ProxyError500"];
            501: components["responses"]["ProxyError501"];
            503: components["responses"]["ProxyError503"];
        };
    };
    proxyOauthLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProxyOauthLoginRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProxyOauthLoginResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The caller is not known. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The caller may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["ProxyError413"];
            429: components["responses"]["ProxyError429"];
            500: components["responses"]["ProxyError500"];
            501: components["responses"]["ProxyError501"];
            503: components["responses"]["ProxyError503"];
        };
    };
    proxyOauth2Authenticate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProxyOauth2AuthenticateRequest"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProxyOauth2AuthenticateResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ProxyError401"];
            /** @description The caller may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            409: components["responses"]["ProxyError409"];
            413: components["responses"]["ProxyError413"];
            429: components["responses"]["ProxyError429"];
            500: components["responses"]["ProxyError500"];
            /** @description The server has no handler for this operation. */
            501: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            503: components["responses"]["ProxyError503"];
        };
    };
    otpInitV2: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OtpInitV2Request"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OtpInitV2ResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The caller is not known. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The caller may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: components["responses"]["ProxyError404"];
            409: components["responses"]["ProxyError409"];
            413: components["responses"]["ProxyError413"];
            /** @description A limit is reached. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            500: components["responses"]["ProxyError500"];
            501: components["responses"]["ProxyError501"];
            503: components["responses"]["ProxyError503"];
        };
    };
    otpLoginV2: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OtpLoginV2Request"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OtpLoginV2ResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The caller is not known. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The caller may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Something that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["ProxyError413"];
            429: components["responses"]["ProxyError429"];
            500: components["responses"]["ProxyError500"];
            501: components["responses"]["ProxyError501"];
            503: components["responses"]["ProxyError503"];
        };
    };
    otpVerifyV2: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OtpVerifyV2Request"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OtpVerifyV2ResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ProxyError401"];
            403: components["responses"]["ProxyError403"];
            404: components["responses"]["ProxyError404"];
            409: components["responses"]["ProxyError409"];
            413: components["responses"]["ProxyError413"];
            429: components["responses"]["ProxyError429"];
            500: components["responses"]["ProxyError500"];
            501: components["responses"]["ProxyError501"];
            503: components["responses"]["ProxyError503"];
        };
    };
    signupV2: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignupV2Request"];
            };
        };
        responses: {
            /** @description The request was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignupV2ResponseBody"];
                };
            };
            /** @description The request is wrong, or the state of the organization refuses it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            401: components["responses"]["ProxyError401"];
            /** @description The caller may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            404: components["responses"]["ProxyError404"];
            /** @description Something that must be unique exists already, or changed at the same moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["ProxyError413"];
            /** @description A limit is reached. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            500: components["responses"]["ProxyError500"];
            501: components["responses"]["ProxyError501"];
            503: components["responses"]["ProxyError503"];
        };
    };
}
