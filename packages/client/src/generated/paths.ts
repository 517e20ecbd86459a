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
         * @description Returns whether an activity would be allowed, and why. With request, this is an activity that the caller would submit now: the checks are those of a submission, up to the decision. With activityId, this is a past activity. It is re-evaluated with the current policies, users, wallets and contract interfaces, as a request of the user who submitted it, with the approvals that it had, at the time of the original decision. With proposedPolicies or withoutPolicyIds, the decision is made as if the policies of the organization had been changed. Nothing is executed or stored. This is a separate query and not a header of the activity: a proxy could drop a header, and the activity would then be executed.
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
         * @description Returns the head of the audit chain of the organization, as written by "mintmark audit heads". Keep a copy outside the service to prove later that no earlier entry was changed or removed, even if the whole database was replaced by an older copy.
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
         * @description Returns the ID by which clients identify the configuration, the user that the proxy acts as, and all settings.
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
         * @description Returns an OAuth 2.0 client. Its secret is returned sealed, as submitted.
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
         * @description Returns the features and the root quorum of an organization, its storage usage and limit, and the keys that the operator of the service added to its root users. The storage is absent for a while after an upgrade from a version that did not count it.
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
         * @description Returns the account of a wallet that matches an address, a path, or both. If several accounts match, the one that was created first is returned.
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
         * @description Lists the activities of the organization that match the filters, newest first. To page, pass the ID of the last activity as after. A page may hold fewer activities than its limit if they are large; only an empty page marks the end.
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
         * @description Lists everything that policies see of an activity, each value in full, for the users who must approve it: the decoded transaction, the signing key, and the parameters that policies can name. Recipients, amounts, fees and calls come first. Wallets, keys and contract interfaces are read in their current state. If they change between two pages, the cursor is refused, so that pages never mix two lists. A page may hold fewer values than its limit if they are long; pageInfo shows whether more follow.
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
         * @description Returns the proofs of an activity, oldest first: the decision about it, and each address that it derived. The list is empty if no request about the activity asked for proofs, and while the activity is waiting for approvals.
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
         * @description Lists the vaults that the organization has enabled. Claimable fees, and the wallet that receives them, are shown only to a parent organization.
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
         * List the vaults in the catalog
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
         * @description Lists the OAuth 2.0 clients of the organization, newest first. Their secrets are returned sealed, as submitted.
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
         * @description Lists the last 100 deliveries to an endpoint, newest events first. A delivery is listed once its first attempt has ended. Only an empty page marks the end.
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
         * @description Approves an activity that is waiting for consensus, and returns it. The activity is executed with the last approval that it needs. Approvals count for 24 hours after its submission.
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
         * @description Asks the swap provider to pay the swap fees that have accrued to the fee receiver of a parent organization. The service first asks the provider how much can be claimed: if that is nothing, the activity fails with NO_SWAP_FEES. It also fails if the server has no swap provider (SWAP_PROVIDER_NOT_CONFIGURED), or if the provider returns no usable response (SWAP_PROVIDER_FAILED). A completed activity means that the claim is stored and will be sent, repeatedly if necessary and with the same ID, until the provider accepts or refuses it. Until then the organization cannot claim again.
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
         * @description Registers public keys; their private keys stamp requests as the user. If a user already has the maximum number of expiring keys, a new key replaces an expired one, or else the oldest one.
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
         * @description Stores the client ID and the sealed client secret of an OAuth 2.0 provider. Only a parent organization can have OAuth 2.0 clients.
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
         * @description Stores policies, which take effect immediately. Either all of them are created or none. No two policies of an organization have the same name, and an organization has at most 100.
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
         * @description Stores a policy, which takes effect immediately. It also applies to activities that are waiting for approvals. A policy with an expression that does not compile is refused. No two policies of an organization have the same name, and an organization has at most 100.
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
         * @description Creates a short-lived API key for the caller and returns it sealed to a key of the client. A caller cannot start a session for another user: to sign users in, exchange their verification token with otp_login, or their identity token with oauth_login. Prefer the ID of the sub-organization over the ID of its parent.
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
         * @description Creates a profile for sessions of the organization and of its sub-organizations. A session with the profile can submit and approve only what the scope allows, whatever its user may do, and can start only sessions with the same profile. A scope that allows creating credentials or users allows everything, because new credentials and users have no profile. Only a parent organization can have profiles, at most 100. A profile cannot be changed or deleted.
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
         * @description Creates a sub-organization with its root users and, if requested, a wallet. Only a parent organization has sub-organizations; it can read them but not write to them.
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
         * @description Adds users to the organization, each with its credentials. Either all of them are created or none.
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
         * @description Creates a wallet from a new seed phrase and derives accounts in it. No two wallets of an organization have the same name, and neither do two named wallet accounts. An organization has at most 100 wallets, and a wallet at most 1,000 accounts, unless the operator of the service has set another limit for accounts.
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
         * @description Derives accounts in a wallet. Either all of them are created or none. A path that the wallet already has with the same address format is refused. A wallet has at most 1,000 accounts, unless the operator of the service has set another limit; a wallet that already has more keeps them.
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
         * @description Creates an endpoint that receives new events of the organization and of its sub-organizations. Events are signed according to the Standard Webhooks specification, with the ed25519 key at /public/v1/discovery/webhooks/jwks. An organization has at most 10 endpoints. Only a parent organization can subscribe to transactions and balances.
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
         * @description Deletes API keys of a user, including session keys. Requests stamped with a deleted key are refused. The last credential of a user cannot be deleted.
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
         * @description Deletes passkeys of a user. Requests stamped with a deleted passkey are refused. The last credential of a user cannot be deleted.
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
         * @description Deletes links between a user and identities at OpenID Connect providers. The user can no longer log in with them. The last credential of a user cannot be deleted.
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
         * @description Deletes an OAuth 2.0 client and its sealed secret.
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
         * @description Deletes a policy. It no longer applies to anything, including activities that are waiting for approvals.
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
         * @description Deletes the sub-organization that the request names, with everything in it. A root user of the sub-organization submits the request; its parent cannot. The sub-organization can no longer be used, and its secrets are erased immediately; its accounts are removed in the background.
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
         * @description Deletes accounts and keeps their wallets. Either all of them are deleted or none. The request is refused if neither an account nor its wallet was ever exported, unless deleteWithoutExport is true. One request deletes at most 2,000 accounts.
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
         * @description Deletes an endpoint with its subscriptions. Events that are not delivered yet are not sent to it.
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
         * @description Removes the user that the sign-up proxy acts as, its key and the settings, and switches the proxy off. Users can no longer sign up or log in through it; their sub-organizations remain. The request is refused if the root quorum could not act without the proxy.
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
         * @description Enables a vault by deploying a fee wrapper in front of it: an ERC-4626 vault of the same asset, which takes a fee on yield. Its address is derived from the organization, the vault, the wallet and the fee, so deploying the same wrapper again returns the first one. A wrapper can never be changed or stopped. The account that the operator configured pays for the deployment. get_earn_deploy_status returns its status.
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
         * @description Deposits an amount of the asset from an account into a wrapper; the account receives the shares. The deposit is refused while deposits to the wrapper are disabled. The wrapper needs an allowance: if it is missing, an approval of exactly this amount is sent first, in the same transaction if the account has code that implements ERC-7821, else in a separate transaction. Policies see both calls as Ethereum transactions. get_earn_deposit_status returns the status of the deposit.
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
         * Enable or disable deposits to a wrapper
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
         * @description Creates the user that the sign-up proxy acts as, with a key that never leaves the service, and switches the proxy on. The configuration keeps its ID. Only a top-level organization can have a sign-up proxy.
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
         * @description Signs an EIP-1559 transaction with a wallet account or a private key, and sends it. If nonce, gas or fees are absent, the service gets them from the blockchain node. The activity is completed once the transaction is signed and stored; get_send_transaction_status returns its status. Several calls become one transaction, which succeeds or fails as a whole; the account needs code that implements ERC-7821. Policies see each call as an Ethereum transaction, without the absent fields.
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
         * @description Returns the seed phrase of a wallet, sealed to a key of the client. If the wallet was imported with a passphrase, a line break and the passphrase follow the words. The words are those that the wallet was created from. If the request names a language, it must be the language of these words: the words of another language would derive a different wallet.
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
         * @description Imports a private key from the client. The 32 bytes of the key are encrypted to the import key that init_import_private_key created for the calling user. The import key works once and expires after an hour.
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
         * @description Creates a wallet from a seed phrase of the client and derives accounts in it. The seed phrase is encrypted to the import key that init_import_wallet created for the calling user. The import key works once and expires after an hour. A line break and a passphrase may follow the words.
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
         * @description Sends a one-time passcode by e-mail or SMS. A top-level organization sends it to any contact, a sub-organization only to the contacts of its users; the response is the same either way. Users of the parent may submit the request in a sub-organization. If a user of a sub-organization submits it, the message has the text, the sender, the logo and the link of the parent, as configured in its sign-up proxy. Messages to one contact are counted across the parent and all its sub-organizations.
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
         * @description Starts a session for the user who is linked to the identity of an OIDC token. The nonce of the token, or its tknonce, must be the SHA-256 of publicKey: the lower-case hex digest of the lower-case hex text of the key. A user of the parent organization may log in users of a sub-organization.
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
         * @description Exchanges the authorization code of an OAuth 2.0 provider with PKCE, and gets the identity of the user from the provider. The result is an OIDC token that this service issues for that user. It can be used wherever an OIDC token is expected, for ten minutes. If the provider refuses, the activity fails with OAUTH2_AUTHENTICATION_FAILED.
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
         * @description Rejects an activity that is waiting for consensus, and returns it. One rejection by a user whose approval would have counted is final.
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
         * @description Adds a feature to the organization, or changes the value of one. Origins that would lock out passkeys that the root quorum needs are refused. FEATURE_NAME_OPERATOR_RECOVERY_FORBIDDEN prevents the operator of the service from adding keys to root users of the organization and of its sub-organizations, and can never be removed. Only the root quorum can do this.
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
         * @description Signs a payload with a wallet account or a private key. Signatures for Taproot addresses use BIP-340 with the key tweaked according to BIP-341; for Spark addresses, BIP-340; for all other secp256k1 and P-256 keys, deterministic low-s ECDSA. ed25519 keys require HASH_FUNCTION_NOT_APPLICABLE; other keys do not accept it.
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
         * @description Parses a transaction and signs it with a wallet account or a private key. Bytes that are not the exact encoding of the parsed transaction are refused. In a PSBT, every input that the key can spend is signed, and the PSBT is not finalized.
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
         * @description Starts a session for the user who stamps the request with an API key or a passkey, or who proves a contact or an identity with an attested stamp. organizationId may be the parent of the sub-organization of the user.
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
         * @description Changes the given settings of the sign-up proxy. The others stay unchanged.
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
         * @description Replaces everything that is stored about an OAuth 2.0 client. Its ID stays the same.
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
         * @description Changes a policy. Absent members stay unchanged. The changed policy also applies to activities that are waiting for approvals. An expression that does not compile is refused. No two policies of an organization have the same name.
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
         * @description Sets the root users, and how many of them must approve. At least that many must be able to act. If the previous quorum had permanent access, the new one must have it too. Only the root quorum can do this.
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
         * @description Changes the name, the contacts or the tags of a user. Absent fields stay unchanged. A new contact counts as unverified.
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
         * @description Changes the URL or the name of an endpoint, or turns it off and on. Absent fields stay unchanged. If the service has paused the endpoint after days of failed deliveries, turning it on ends the pause. Events that happen while the endpoint is off are not kept for it. The subscriptions cannot be changed.
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
         * @description Replaces the whole swap configuration of a parent organization: who receives the client fee, and how much it is. Fields that are absent from the request are unset. If the request sets a fee and names no receiver, a new wallet with one Ethereum account is created, and its address is the receiver in the result. To keep the current receiver, name it in the request. get_organization_configs shows the configuration as the feature FEATURE_NAME_SWAP_CONFIG.
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
         * @description Exchanges a one-time passcode for a verification token, which proves the contact once and works only with the key of the client. A code allows three attempts.
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
         * @description Returns the sub-organization of a user. A search by e-mail address or phone number finds only verified contacts, and requires a verification token for that contact unless the configuration says otherwise; the token can still be used afterwards. For OIDC_TOKEN, send the token as filterValue or as oidcToken. The response is empty if there is no such account.
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
         * @description Starts a session for the user who is linked to the identity of an OIDC token. The nonce of the token, or its tknonce, must be the SHA-256 of publicKey: the lower-case hex digest of the lower-case hex text of the key. The configuration determines the lifetime of the session.
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
         * @description Exchanges the authorization code of an OAuth 2.0 provider with PKCE for an OIDC token issued by this service. The organization must have stored the client with create_oauth2_credential.
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
         * @description Sends a one-time passcode by e-mail or SMS. The configuration determines its length, its lifetime and the message. The response is the same whether or not a user has the contact. A request may have an X-Stamp header from any API key, even an expired one, of the user who has verified the contact: it then has separate limits, which strangers cannot exhaust.
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
         * @description Starts a session for the owner of a verified e-mail address or phone number. The configuration determines the lifetime of the session.
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
         * @description Exchanges a one-time passcode for a verification token, which proves the contact once and works only with the key of the client. A code allows three attempts.
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
         * @description Onboards a new user: creates a sub-organization with the user as its root user and, if requested, a wallet. The same bytes sent again within 24 hours return the first response. The wallet has at most 10 accounts, unless the operator has set another limit; the user can create more accounts later.
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
         * @description The attribute to search by.
         * @enum {string}
         */
        AccountFilterType: "CREDENTIAL_ID" | "NAME" | "USERNAME" | "EMAIL" | "PHONE_NUMBER" | "OIDC_TOKEN" | "PUBLIC_KEY";
        /** @description The request body of account. */
        AccountRequest: {
            filterType: components["schemas"]["AccountFilterType"];
            /** @description The value to search for. Names must match exactly. */
            filterValue: string;
            /** @description OIDC token of the user, if it is not the filterValue. */
            oidcToken?: string;
            /**
             * @description Token that proves ownership of the e-mail address or phone number.
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijc1NTFhNGM3NjVlYjc3MGEifQ.eyJleHAiOjE3NjcyMjY1MDAsInB1YmxpY19rZXkiOiIwMjJiNmRmYmFhOGQ3OTg2OTA4YzcxYzc1OTM0MTNiZGUzNWE5ODU4MjgwYjE2Y2Y1OWU5MjhjMjk5MzY1NmQzYzUiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiJiOGQ0ZjZhMi0xYzkzLTRlNzUtOGYwYS1kMzZlNWM3YjlhMTQiLCJvcmdhbml6YXRpb25faWQiOiI2ZjFlN2EzYy01OGQyLTRjMGItOWE0MS0yYjdkOTBjM2U1ZjgifQ.QZYmrAT6UKUyxynmwoX1AUUh-Tr6OS2v26gP2fcDtU0oOdy_f6OuSbqVXM9OL-NzTsRGQrk_02EOyEQLItmDRg
             */
            verificationToken?: string;
        };
        /** @description The response to account. */
        AccountResponseBody: {
            /**
             * @description The sub-organization.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId?: string;
        };
        /** @description A state-changing request and its outcome. The type determines which intent and result it holds. */
        Activity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description One member, named after the type, that holds the submitted parameters. */
            intent: {
                [key: string]: unknown;
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description One member, named after the type, that holds the result; empty until the activity is completed. */
            result: {
                [key: string]: unknown;
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
         * @description The status of an activity. COMPLETED, FAILED and REJECTED are final. Of the activities that a user submitted within a day, at most 100 can be in CONSENSUS_NEEDED, unless the operator of the service has set another limit; further ones are refused with RESOURCE_LIMIT_EXCEEDED.
         * @enum {string}
         */
        ActivityStatus: "ACTIVITY_STATUS_CREATED" | "ACTIVITY_STATUS_PENDING" | "ACTIVITY_STATUS_COMPLETED" | "ACTIVITY_STATUS_FAILED" | "ACTIVITY_STATUS_CONSENSUS_NEEDED" | "ACTIVITY_STATUS_REJECTED" | "ACTIVITY_STATUS_AUTHENTICATORS_NEEDED";
        /** @description A value of an activity, as policies see it. */
        ActivityValue: {
            /**
             * @description Zero-based index of the transaction, call or payload of the activity that the value belongs to. Absent if there is only one.
             * @example 0
             */
            index?: number;
            /**
             * @description Name of the value in policies.
             * @example eth.tx.to
             */
            name: string;
            /**
             * @description The value, in the syntax of the policy language.
             * @example '0x9858effd232b4033e47d90003d41ec34ecaeda94'
             */
            value: string;
        };
        /**
         * @description How an address is derived from a public key.
         * @enum {string}
         */
        AddressFormat: "ADDRESS_FORMAT_UNCOMPRESSED" | "ADDRESS_FORMAT_COMPRESSED" | "ADDRESS_FORMAT_ETHEREUM" | "ADDRESS_FORMAT_SOLANA" | "ADDRESS_FORMAT_COSMOS" | "ADDRESS_FORMAT_TRON" | "ADDRESS_FORMAT_SUI" | "ADDRESS_FORMAT_APTOS" | "ADDRESS_FORMAT_BITCOIN_MAINNET_P2PKH" | "ADDRESS_FORMAT_BITCOIN_MAINNET_P2SH" | "ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH" | "ADDRESS_FORMAT_BITCOIN_MAINNET_P2WSH" | "ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR" | "ADDRESS_FORMAT_BITCOIN_TESTNET_P2PKH" | "ADDRESS_FORMAT_BITCOIN_TESTNET_P2SH" | "ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH" | "ADDRESS_FORMAT_BITCOIN_TESTNET_P2WSH" | "ADDRESS_FORMAT_BITCOIN_TESTNET_P2TR" | "ADDRESS_FORMAT_BITCOIN_SIGNET_P2PKH" | "ADDRESS_FORMAT_BITCOIN_SIGNET_P2SH" | "ADDRESS_FORMAT_BITCOIN_SIGNET_P2WPKH" | "ADDRESS_FORMAT_BITCOIN_SIGNET_P2WSH" | "ADDRESS_FORMAT_BITCOIN_SIGNET_P2TR" | "ADDRESS_FORMAT_BITCOIN_REGTEST_P2PKH" | "ADDRESS_FORMAT_BITCOIN_REGTEST_P2SH" | "ADDRESS_FORMAT_BITCOIN_REGTEST_P2WPKH" | "ADDRESS_FORMAT_BITCOIN_REGTEST_P2WSH" | "ADDRESS_FORMAT_BITCOIN_REGTEST_P2TR" | "ADDRESS_FORMAT_SEI" | "ADDRESS_FORMAT_XLM" | "ADDRESS_FORMAT_DOGE_MAINNET" | "ADDRESS_FORMAT_DOGE_TESTNET" | "ADDRESS_FORMAT_TON_V3R2" | "ADDRESS_FORMAT_TON_V4R2" | "ADDRESS_FORMAT_TON_V5R1" | "ADDRESS_FORMAT_XRP" | "ADDRESS_FORMAT_SPARK_MAINNET" | "ADDRESS_FORMAT_SPARK_REGTEST";
        /** @description A human-readable amount. For display only: never calculate with it. */
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
            /** @description Machine-readable reason. */
            details: components["schemas"]["ErrorDetail"][];
            /** @description Human-readable reason. */
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
             * @description Human-readable name of the key.
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
             * @description Human-readable name of the key.
             * @example Deploy key
             */
            apiKeyName: string;
            curveType: components["schemas"]["ApiKeyCurve"];
            /**
             * @description Lifetime of the key, in seconds from now. If absent, the key does not expire.
             * @example 900
             */
            expirationSeconds?: string;
            /**
             * @description The public half of the key pair, as hex: compressed for P-256 and secp256k1, raw for ed25519.
             * @example 026256b6b20b1d35f2e1d1a1af05b07402fa06d7eb3bbaeea8513153963152ab5d
             */
            publicKey: string;
        };
        /** @description A statement by an app about what it did, signed with the key in its boot proof. */
        AppProof: {
            /** @description The statement, as JSON text. */
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
         * @description The signature scheme of an app proof: ECDSA over P-256 with an ephemeral key.
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
        /** @description The request body of ACTIVITY_TYPE_APPROVE_ACTIVITY. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_APPROVE_ACTIVITY";
        };
        /** @description The response to ACTIVITY_TYPE_APPROVE_ACTIVITY: the activity that was voted on. */
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
        /** @description The head of the audit chain of an organization, which proves all entries up to it. */
        AuditHead: {
            /**
             * @description When the service read the head.
             * @example 2026-01-01T00:00:00.000Z
             */
            at: string;
            /**
             * @description SHA-256 hash over all entries up to the newest one, as hex.
             * @example 5b2c4b1e8d3c3f27d1ad1c0e86ef0a0ef4be6b17f50c1e3a7c3c9a5f2d7e9048
             */
            hash: string;
            /** @description The exact text of a file for "mintmark audit verify --heads", with this head and the signature of the service. Store it where it cannot be changed by anyone who can write to the database. */
            headsFile: string;
            /**
             * @description The organization that the chain belongs to.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /**
             * @description Sequence number of the newest entry; 0 if there is none.
             * @example 1000
             */
            sequence: string;
        };
        /** @description A registered passkey. */
        Authenticator: {
            /** @description Model identifier of the authenticator, as base64url. */
            aaguid: string;
            /** @description Format of the submitted attestation, for example none. */
            attestationType: string;
            /**
             * @description The passkey.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            authenticatorId: string;
            /**
             * @description Human-readable name of the passkey.
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
            /** @description Human-readable kind of the authenticator. */
            model: string;
            /** @description The transports that the authenticator reported. */
            transports: components["schemas"]["AuthenticatorTransport"][];
            updatedAt: components["schemas"]["UnixTimestamp"];
        };
        /** @description A passkey to register. */
        AuthenticatorParams: {
            attestation: components["schemas"]["Attestation"];
            /**
             * @description Human-readable name of the passkey.
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
         * @description A transport between the authenticator and the browser.
         * @enum {string}
         */
        AuthenticatorTransport: "AUTHENTICATOR_TRANSPORT_BLE" | "AUTHENTICATOR_TRANSPORT_INTERNAL" | "AUTHENTICATOR_TRANSPORT_NFC" | "AUTHENTICATOR_TRANSPORT_USB" | "AUTHENTICATOR_TRANSPORT_HYBRID";
        /**
         * @description A sign-in method: an API key that does not expire, a passkey, a one-time passcode by e-mail or by SMS, or a linked OpenID Connect identity.
         * @enum {string}
         */
        AuthMethod: "AUTH_METHOD_API_KEY" | "AUTH_METHOD_PASSKEY" | "AUTH_METHOD_EMAIL" | "AUTH_METHOD_SMS" | "AUTH_METHOD_OAUTH";
        /** @description The sign-up proxy of an organization and its settings. */
        AuthProxyConfig: {
            /** @description The sign-in methods that the proxy supports. */
            allowedAuthMethods: components["schemas"]["AuthMethod"][];
            /** @description The issuers whose tokens the proxy accepts, among those that the server accepts. */
            allowedIssuers: string[];
            /** @description The web origins whose pages may use the proxy. */
            allowedOrigins: string[];
            /**
             * @description The configuration. Clients send this ID in X-Auth-Proxy-Config-Id.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            configId: string;
            emailCustomizationParams?: components["schemas"]["AuthProxyEmail"];
            /** @description Whether one-time passcodes contain letters as well as digits. */
            otpAlphanumeric: boolean;
            /**
             * @description Lifetime of a one-time passcode, in seconds.
             * @example 300
             */
            otpExpirationSeconds: number;
            /**
             * @description Number of characters in a one-time passcode.
             * @example 9
             */
            otpLength: number;
            /**
             * @description Reply-to address of e-mails.
             * @example ada@example.com
             */
            replyToEmailAddress?: string;
            /**
             * @description Sender address of e-mails.
             * @example ada@example.com
             */
            sendFromEmailAddress?: string;
            /**
             * @description Sender name of e-mails.
             * @example Acme
             */
            sendFromEmailSenderName?: string;
            /**
             * @description Lifetime of a session, in seconds.
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
             * @description Lifetime of a verification token, in seconds.
             * @example 3600
             */
            verificationTokenExpirationSeconds: number;
            /** @description Whether finding an account by e-mail address or phone number requires a verification token for that contact. */
            verificationTokenRequiredForGetAccountPii: boolean;
        };
        /** @description Customization of e-mails with passcodes. Empty or absent texts are not used. */
        AuthProxyEmail: {
            /**
             * @description Name of the application. Defaults to the name of the organization.
             * @example Acme
             */
            appName?: string;
            /** @description An https URL of a logo. */
            logoUrl?: string;
            /** @description A link for one-click sign-in, with %s as the placeholder for the code. */
            magicLinkTemplate?: string;
        };
        /** @description Customization of e-mails with passcodes. Empty or absent texts are not used. */
        AuthProxyEmailParams: {
            /**
             * @description Name of the application. Defaults to the name of the organization.
             * @example Acme
             */
            appName?: string;
            /** @description An https URL of a logo. */
            logoUrl?: string;
            /** @description A link for one-click sign-in, with %s as the placeholder for the code. */
            magicLinkTemplate?: string;
        };
        /** @description Customization of text messages with passcodes. Empty or absent texts are not used. */
        AuthProxySms: {
            /** @description The text, with {{.OtpCode}} as the placeholder for the code. */
            template?: string;
        };
        /** @description Customization of text messages with passcodes. Empty or absent texts are not used. */
        AuthProxySmsParams: {
            /** @description The text, with {{.OtpCode}} as the placeholder for the code. */
            template?: string;
        };
        /** @description Evidence of what an app ran when it started. Without an attester, it is software evidence: a claim by the service about itself. */
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
             * @description Ephemeral public key that the app generated at boot, as hex.
             * @example 9eb435959b07b498
             */
            ephemeralPublicKeyHex: string;
            /** @description The operator of the app. */
            owner: string;
            /**
             * @description The manifest of the app, as base64-encoded JSON: package versions, file digests and the runtime.
             * @example bWludG1hcms=
             */
            qosManifestB64: string;
            /**
             * @description The signature of the service over the digest of the manifest and over the other fields, as base64-encoded JSON.
             * @example bWludG1hcms=
             */
            qosManifestEnvelopeB64: string;
            /** @description Version of the manifest encoding. */
            qosManifestVersion?: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_CLAIM_SWAP_FEES. */
        ClaimSwapFeesActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                claimSwapFeesIntent: components["schemas"]["ClaimSwapFeesIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                claimSwapFeesResult?: components["schemas"]["ClaimSwapFeesResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_CLAIM_SWAP_FEES. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CLAIM_SWAP_FEES";
        };
        /** @description The response to ACTIVITY_TYPE_CLAIM_SWAP_FEES. */
        ClaimSwapFeesResponseBody: {
            activity: components["schemas"]["ClaimSwapFeesActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_CLAIM_SWAP_FEES. */
        ClaimSwapFeesResult: {
            /** @description The ID of the claim request: a UUID, which the provider receives as the idempotency key. */
            requestId: string;
        };
        /** @description Proof that the holder of a verification token also holds the key that the token names. */
        ClientSignature: {
            /** @description The exact text that was signed: a JSON object that names the token and its use. */
            message: string;
            /**
             * @description Public key of the signer, compressed.
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
         * @description The scheme of a client signature: ECDSA over P-256 with SHA-256.
         * @enum {string}
         */
        ClientSignatureScheme: "CLIENT_SIGNATURE_SCHEME_API_P256";
        /** @description An activity of type ACTIVITY_TYPE_CREATE_API_KEYS_V2. */
        CreateApiKeysActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                createApiKeysIntentV2: components["schemas"]["CreateApiKeysIntentV2"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                createApiKeysResult?: components["schemas"]["CreateApiKeysResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_CREATE_API_KEYS_V2. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_API_KEYS_V2";
        };
        /** @description The response to ACTIVITY_TYPE_CREATE_API_KEYS_V2. */
        CreateApiKeysResponseBody: {
            activity: components["schemas"]["CreateApiKeysActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_CREATE_API_KEYS_V2. */
        CreateApiKeysResult: {
            /** @description IDs of the keys, in the order of the request. */
            apiKeyIds: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2. */
        CreateAuthenticatorsActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                createAuthenticatorsIntentV2: components["schemas"]["CreateAuthenticatorsIntentV2"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                createAuthenticatorsResult?: components["schemas"]["CreateAuthenticatorsResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2";
        };
        /** @description The response to ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2. */
        CreateAuthenticatorsResponseBody: {
            activity: components["schemas"]["CreateAuthenticatorsActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2. */
        CreateAuthenticatorsResult: {
            /** @description IDs of the passkeys, in the order of the request. */
            authenticatorIds: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_CREATE_OAUTH2_CREDENTIAL. */
        CreateOauth2CredentialActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                createOauth2CredentialIntent: components["schemas"]["CreateOauth2CredentialIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                createOauth2CredentialResult?: components["schemas"]["CreateOauth2CredentialResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
             * @description Client secret from the provider, encrypted to the TLS fetcher quorum key, which a self-hosted service publishes as its client-secret key.
             * @example 9eb435959b07b498cd859d0f0434684474539492bbe956f2cc78117a089f683c36c0b1bbcc828601cce66fd0dbabea3091c7fbc41d77394430c6e9c16eaf9ff5eca9405a7b9015508c071057e52c0000007e7248caa4fc2dbc39227346d7871941e46cf4b538ada00a98dfd005232416c2cb2bba65844a3dce16b8b19b
             */
            encryptedClientSecret: string;
            provider: components["schemas"]["Oauth2Provider"];
        };
        /** @description The request body of ACTIVITY_TYPE_CREATE_OAUTH2_CREDENTIAL. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_OAUTH2_CREDENTIAL";
        };
        /** @description The response to ACTIVITY_TYPE_CREATE_OAUTH2_CREDENTIAL. */
        CreateOauth2CredentialResponseBody: {
            activity: components["schemas"]["CreateOauth2CredentialActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_CREATE_OAUTH2_CREDENTIAL. */
        CreateOauth2CredentialResult: {
            /**
             * @description The stored credential.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            oauth2CredentialId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2. */
        CreateOauthProvidersActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                createOauthProvidersIntentV2: components["schemas"]["CreateOauthProvidersIntentV2"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                createOauthProvidersResultV2?: components["schemas"]["CreateOauthProvidersResultV2"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2";
        };
        /** @description The response to ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2. */
        CreateOauthProvidersResponseBody: {
            activity: components["schemas"]["CreateOauthProvidersActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2. */
        CreateOauthProvidersResultV2: {
            /** @description IDs of the links, in the order of the request. */
            providerIds: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_CREATE_POLICIES. */
        CreatePoliciesActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                createPoliciesIntent: components["schemas"]["CreatePoliciesIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                createPoliciesResult?: components["schemas"]["CreatePoliciesResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_CREATE_POLICIES. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_POLICIES";
        };
        /** @description The response to ACTIVITY_TYPE_CREATE_POLICIES. */
        CreatePoliciesResponseBody: {
            activity: components["schemas"]["CreatePoliciesActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_CREATE_POLICIES. */
        CreatePoliciesResult: {
            /** @description The created policies, in the order of the request. */
            policyIds: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_CREATE_POLICY_V3. */
        CreatePolicyActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                createPolicyIntentV3: components["schemas"]["CreatePolicyIntentV3"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                createPolicyResult?: components["schemas"]["CreatePolicyResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
             * @description Which activities the policy applies to, as an expression of at most 4,096 characters. If absent or empty, it is always true.
             * @example activity.resource == 'WALLET'
             */
            condition?: string;
            /**
             * @description Who must approve the activity, as an expression of at most 4,096 characters. If absent or empty, it is always true.
             * @example approvers.count() >= 2
             */
            consensus?: string;
            effect: components["schemas"]["Effect"];
            /** @description Free-form notes; may be empty. */
            notes: string;
            /**
             * @description Human-readable name of the policy, unique in the organization.
             * @example Payments to the exchange
             */
            policyName: string;
            /**
             * @description When the policy applies, as an expression of at most 4,096 characters. If absent or empty, it is always true.
             * @example time.now < Timestamp('2027-01-01T00:00:00Z')
             */
            time?: string;
        };
        /** @description The request body of ACTIVITY_TYPE_CREATE_POLICY_V3. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_POLICY_V3";
        };
        /** @description The response to ACTIVITY_TYPE_CREATE_POLICY_V3. */
        CreatePolicyResponseBody: {
            activity: components["schemas"]["CreatePolicyActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_CREATE_POLICY_V3. */
        CreatePolicyResult: {
            /**
             * @description The policy that was created.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            policyId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2. */
        CreatePrivateKeysActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                createPrivateKeysIntentV2: components["schemas"]["CreatePrivateKeysIntentV2"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                createPrivateKeysResultV2?: components["schemas"]["CreatePrivateKeysResultV2"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2";
        };
        /** @description The response to ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2. */
        CreatePrivateKeysResponseBody: {
            activity: components["schemas"]["CreatePrivateKeysActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2. */
        CreatePrivateKeysResultV2: {
            /** @description The created private keys, in the order of the request. */
            privateKeys: components["schemas"]["PrivateKeyResult"][];
        };
        /** @description An activity of type ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG. */
        CreatePrivateKeyTagActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                createPrivateKeyTagIntent: components["schemas"]["CreatePrivateKeyTagIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                createPrivateKeyTagResult?: components["schemas"]["CreatePrivateKeyTagResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
            /** @description The private keys to put the tag on; may be empty. */
            privateKeyIds: string[];
            /**
             * @description Human-readable name of the tag.
             * @example Hot
             */
            privateKeyTagName: string;
        };
        /** @description The request body of ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG";
        };
        /** @description The response to ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG. */
        CreatePrivateKeyTagResponseBody: {
            activity: components["schemas"]["CreatePrivateKeyTagActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG. */
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
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                createReadWriteSessionIntentV2: components["schemas"]["CreateReadWriteSessionIntentV2"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                createReadWriteSessionResultV2?: components["schemas"]["CreateReadWriteSessionResultV2"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
             * @description Name of the session key. Defaults to "Read Write Session - " followed by a timestamp.
             * @example Read Write Session - 1767225600
             */
            apiKeyName?: string;
            /**
             * @description Lifetime of the session in seconds. Defaults to 900 (15 minutes).
             * @example 900
             */
            expirationSeconds?: string;
            /** @description Whether to end all previous read-write sessions. */
            invalidateExisting?: boolean;
            /**
             * @description Public key of the client, which the session credential is encrypted to.
             * @example 044728d1fb1ee15aa01c155afc00faaa883542fdc7018f31cda2fa2ee557e3a62096185ba6135b5c5fa93e22fc1a8f53ef8271f162e5d8e9caa5573c8e98d48067
             */
            targetPublicKey: string;
            /**
             * @description The user that the session acts for, who must be the caller. Defaults to the caller.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId?: string;
        };
        /** @description The request body of ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2";
        };
        /** @description The response to ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2. */
        CreateReadWriteSessionResponseBody: {
            activity: components["schemas"]["CreateReadWriteSessionActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2. */
        CreateReadWriteSessionResultV2: {
            /**
             * @description The API key of the session.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            apiKeyId: string;
            /** @description The private key of the session, sealed with HPKE to the key of the client. */
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
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                createSessionProfileIntent: components["schemas"]["CreateSessionProfileIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                createSessionProfileResult?: components["schemas"]["CreateSessionProfileResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
             * @description Maximum lifetime of the sessions, in seconds. If absent, sessions live as long as requested.
             * @example 900
             */
            expirationSeconds?: string;
            /** @description Free-form notes. */
            notes?: string;
            /**
             * @description What the sessions may do, as an expression in the policy language of at most 4,096 characters, like the condition of a policy.
             * @example activity.action == 'SIGN'
             */
            scope: string;
            /**
             * @description Name of the profile. Session tokens carry it as the session type.
             * @example Signing only
             */
            sessionProfileName: string;
        };
        /** @description The request body of ACTIVITY_TYPE_CREATE_SESSION_PROFILE. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_SESSION_PROFILE";
        };
        /** @description The response to ACTIVITY_TYPE_CREATE_SESSION_PROFILE. */
        CreateSessionProfileResponseBody: {
            activity: components["schemas"]["CreateSessionProfileActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_CREATE_SESSION_PROFILE. */
        CreateSessionProfileResult: {
            /**
             * @description The new profile.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            sessionProfileId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE. */
        CreateSmartContractInterfaceActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                createSmartContractInterfaceIntent: components["schemas"]["CreateSmartContractInterfaceIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                createSmartContractInterfaceResult?: components["schemas"]["CreateSmartContractInterfaceResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
             * @description Human-readable name of the interface.
             * @example Stablecoin
             */
            label: string;
            /** @description Free-form notes. */
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
        /** @description The request body of ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE";
        };
        /** @description The response to ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE. */
        CreateSmartContractInterfaceResponseBody: {
            activity: components["schemas"]["CreateSmartContractInterfaceActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE. */
        CreateSmartContractInterfaceResult: {
            /**
             * @description The stored interface.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            smartContractInterfaceId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8. */
        CreateSubOrganizationActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                createSubOrganizationIntentV8: components["schemas"]["CreateSubOrganizationIntentV8"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                createSubOrganizationResultV8?: components["schemas"]["CreateSubOrganizationResultV8"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
            /** @description Whether to disable login by e-mail. */
            disableEmailAuth?: boolean;
            /** @description Whether to disable recovery of users by e-mail. */
            disableEmailRecovery?: boolean;
            /** @description Whether to disable login with a one-time passcode sent by e-mail. */
            disableOtpEmailAuth?: boolean;
            /** @description Whether to disable login by SMS. */
            disableSmsAuth?: boolean;
            /**
             * @description How many of the root users must approve.
             * @example 1
             */
            rootQuorumThreshold: number;
            /** @description The root users of the sub-organization. */
            rootUsers: components["schemas"]["RootUserParams"][];
            /**
             * @description Human-readable name of the sub-organization; may be empty.
             * @example Ada
             */
            subOrganizationName: string;
            /**
             * @description Token that proves ownership of the e-mail address or phone number of a root user, which then counts as verified.
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijc1NTFhNGM3NjVlYjc3MGEifQ.eyJleHAiOjE3NjcyMjY1MDAsInB1YmxpY19rZXkiOiIwMjJiNmRmYmFhOGQ3OTg2OTA4YzcxYzc1OTM0MTNiZGUzNWE5ODU4MjgwYjE2Y2Y1OWU5MjhjMjk5MzY1NmQzYzUiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiJiOGQ0ZjZhMi0xYzkzLTRlNzUtOGYwYS1kMzZlNWM3YjlhMTQiLCJvcmdhbml6YXRpb25faWQiOiI2ZjFlN2EzYy01OGQyLTRjMGItOWE0MS0yYjdkOTBjM2U1ZjgifQ.QZYmrAT6UKUyxynmwoX1AUUh-Tr6OS2v26gP2fcDtU0oOdy_f6OuSbqVXM9OL-NzTsRGQrk_02EOyEQLItmDRg
             */
            verificationToken?: string;
            wallet?: components["schemas"]["WalletParams"];
        };
        /** @description The request body of ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8";
        };
        /** @description The response to ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8. */
        CreateSubOrganizationResponseBody: {
            activity: components["schemas"]["CreateSubOrganizationActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8. */
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
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                createUsersIntentV4: components["schemas"]["CreateUsersIntentV4"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                createUsersResult?: components["schemas"]["CreateUsersResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_CREATE_USERS_V4. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_USERS_V4";
        };
        /** @description The response to ACTIVITY_TYPE_CREATE_USERS_V4. */
        CreateUsersResponseBody: {
            activity: components["schemas"]["CreateUsersActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_CREATE_USERS_V4. */
        CreateUsersResult: {
            /** @description IDs of the created users, in the order of the request. */
            userIds: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_CREATE_USER_TAG. */
        CreateUserTagActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                createUserTagIntent: components["schemas"]["CreateUserTagIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                createUserTagResult?: components["schemas"]["CreateUserTagResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
            /** @description The users to put the tag on; may be empty. */
            userIds: string[];
            /**
             * @description Human-readable name of the tag.
             * @example Treasurers
             */
            userTagName: string;
        };
        /** @description The request body of ACTIVITY_TYPE_CREATE_USER_TAG. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_USER_TAG";
        };
        /** @description The response to ACTIVITY_TYPE_CREATE_USER_TAG. */
        CreateUserTagResponseBody: {
            activity: components["schemas"]["CreateUserTagActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_CREATE_USER_TAG. */
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
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                createWalletAccountsIntent: components["schemas"]["CreateWalletAccountsIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                createWalletAccountsResult?: components["schemas"]["CreateWalletAccountsResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
            /** @description Whether to store the accounts. Defaults to true; if false, the addresses are only returned. */
            persist?: boolean;
            /**
             * @description The wallet to derive the accounts in.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            walletId: string;
        };
        /** @description The request body of ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS";
        };
        /** @description The response to ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS. */
        CreateWalletAccountsResponseBody: {
            activity: components["schemas"]["CreateWalletAccountsActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS. */
        CreateWalletAccountsResult: {
            /** @description Addresses of the accounts, in the order of the request. */
            addresses: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_CREATE_WALLET. */
        CreateWalletActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                createWalletIntent: components["schemas"]["CreateWalletIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                createWalletResult?: components["schemas"]["CreateWalletResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
            /** @description Accounts to derive; may be empty. */
            accounts: components["schemas"]["WalletAccountParams"][];
            /**
             * @description Number of words in the seed phrase. Defaults to 12.
             * @example 12
             * @enum {integer}
             */
            mnemonicLength?: 12 | 15 | 18 | 21 | 24;
            /**
             * @description Human-readable name of the wallet.
             * @example Treasury
             */
            walletName: string;
        };
        /** @description The request body of ACTIVITY_TYPE_CREATE_WALLET. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_WALLET";
        };
        /** @description The response to ACTIVITY_TYPE_CREATE_WALLET. */
        CreateWalletResponseBody: {
            activity: components["schemas"]["CreateWalletActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_CREATE_WALLET. */
        CreateWalletResult: {
            /** @description Addresses of the accounts, in the order of the request. */
            addresses: string[];
            /**
             * @description The wallet.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            walletId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT. */
        CreateWebhookEndpointActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                createWebhookEndpointIntent: components["schemas"]["CreateWebhookEndpointIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                createWebhookEndpointResult?: components["schemas"]["CreateWebhookEndpointResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
             * @description Human-readable name of the endpoint.
             * @example Back office
             */
            name: string;
            /** @description The events that the endpoint receives. Defaults to ACTIVITY_UPDATES. Cannot be changed later. */
            subscriptions?: components["schemas"]["WebhookSubscriptionParams"][];
            /**
             * @description Where events are sent, with POST: an https URL of at most 2,048 characters, without credentials and without a fragment, whose host is on the public Internet.
             * @example https://app.example.com/webhooks/mintmark
             */
            url: string;
        };
        /** @description The request body of ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT";
        };
        /** @description The response to ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT. */
        CreateWebhookEndpointResponseBody: {
            activity: components["schemas"]["CreateWebhookEndpointActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT. */
        CreateWebhookEndpointResult: {
            /**
             * @description The endpoint that was created.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            endpointId: string;
            webhookEndpoint: components["schemas"]["WebhookEndpointData"];
        };
        /** @description The public part of a credential that a user signs with. */
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
         * @description The kind of credential that a public key belongs to.
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
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                deleteApiKeysIntent: components["schemas"]["DeleteApiKeysIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                deleteApiKeysResult?: components["schemas"]["DeleteApiKeysResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_DELETE_API_KEYS. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_API_KEYS";
        };
        /** @description The response to ACTIVITY_TYPE_DELETE_API_KEYS. */
        DeleteApiKeysResponseBody: {
            activity: components["schemas"]["DeleteApiKeysActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_DELETE_API_KEYS. */
        DeleteApiKeysResult: {
            /** @description The keys that were deleted. */
            apiKeyIds: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_DELETE_AUTHENTICATORS. */
        DeleteAuthenticatorsActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                deleteAuthenticatorsIntent: components["schemas"]["DeleteAuthenticatorsIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                deleteAuthenticatorsResult?: components["schemas"]["DeleteAuthenticatorsResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_DELETE_AUTHENTICATORS. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_AUTHENTICATORS";
        };
        /** @description The response to ACTIVITY_TYPE_DELETE_AUTHENTICATORS. */
        DeleteAuthenticatorsResponseBody: {
            activity: components["schemas"]["DeleteAuthenticatorsActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_DELETE_AUTHENTICATORS. */
        DeleteAuthenticatorsResult: {
            /** @description The passkeys that were deleted. */
            authenticatorIds: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_DELETE_OAUTH2_CREDENTIAL. */
        DeleteOauth2CredentialActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                deleteOauth2CredentialIntent: components["schemas"]["DeleteOauth2CredentialIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                deleteOauth2CredentialResult?: components["schemas"]["DeleteOauth2CredentialResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_DELETE_OAUTH2_CREDENTIAL. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_OAUTH2_CREDENTIAL";
        };
        /** @description The response to ACTIVITY_TYPE_DELETE_OAUTH2_CREDENTIAL. */
        DeleteOauth2CredentialResponseBody: {
            activity: components["schemas"]["DeleteOauth2CredentialActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_DELETE_OAUTH2_CREDENTIAL. */
        DeleteOauth2CredentialResult: {
            /**
             * @description The credential that was deleted.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            oauth2CredentialId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS. */
        DeleteOauthProvidersActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                deleteOauthProvidersIntent: components["schemas"]["DeleteOauthProvidersIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                deleteOauthProvidersResult?: components["schemas"]["DeleteOauthProvidersResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS";
        };
        /** @description The response to ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS. */
        DeleteOauthProvidersResponseBody: {
            activity: components["schemas"]["DeleteOauthProvidersActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS. */
        DeleteOauthProvidersResult: {
            /** @description The links that were deleted. */
            providerIds: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_DELETE_POLICIES. */
        DeletePoliciesActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                deletePoliciesIntent: components["schemas"]["DeletePoliciesIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                deletePoliciesResult?: components["schemas"]["DeletePoliciesResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_DELETE_POLICIES. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_POLICIES";
        };
        /** @description The response to ACTIVITY_TYPE_DELETE_POLICIES. */
        DeletePoliciesResponseBody: {
            activity: components["schemas"]["DeletePoliciesActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_DELETE_POLICIES. */
        DeletePoliciesResult: {
            /** @description The policies that were deleted. */
            policyIds: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_DELETE_POLICY. */
        DeletePolicyActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                deletePolicyIntent: components["schemas"]["DeletePolicyIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                deletePolicyResult?: components["schemas"]["DeletePolicyResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_DELETE_POLICY. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_POLICY";
        };
        /** @description The response to ACTIVITY_TYPE_DELETE_POLICY. */
        DeletePolicyResponseBody: {
            activity: components["schemas"]["DeletePolicyActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_DELETE_POLICY. */
        DeletePolicyResult: {
            /**
             * @description The policy that was deleted.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            policyId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_DELETE_PRIVATE_KEYS. */
        DeletePrivateKeysActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                deletePrivateKeysIntent: components["schemas"]["DeletePrivateKeysIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                deletePrivateKeysResult?: components["schemas"]["DeletePrivateKeysResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_DELETE_PRIVATE_KEYS. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_PRIVATE_KEYS";
        };
        /** @description The response to ACTIVITY_TYPE_DELETE_PRIVATE_KEYS. */
        DeletePrivateKeysResponseBody: {
            activity: components["schemas"]["DeletePrivateKeysActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_DELETE_PRIVATE_KEYS. */
        DeletePrivateKeysResult: {
            /** @description The private keys that were deleted. */
            privateKeyIds: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_DELETE_PRIVATE_KEY_TAGS. */
        DeletePrivateKeyTagsActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                deletePrivateKeyTagsIntent: components["schemas"]["DeletePrivateKeyTagsIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                deletePrivateKeyTagsResult?: components["schemas"]["DeletePrivateKeyTagsResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_DELETE_PRIVATE_KEY_TAGS. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_PRIVATE_KEY_TAGS";
        };
        /** @description The response to ACTIVITY_TYPE_DELETE_PRIVATE_KEY_TAGS. */
        DeletePrivateKeyTagsResponseBody: {
            activity: components["schemas"]["DeletePrivateKeyTagsActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_DELETE_PRIVATE_KEY_TAGS. */
        DeletePrivateKeyTagsResult: {
            /** @description The private keys that had any of the deleted tags. */
            privateKeyIds: string[];
            /** @description The tags that were deleted. */
            privateKeyTagIds: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_DELETE_SMART_CONTRACT_INTERFACE. */
        DeleteSmartContractInterfaceActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                deleteSmartContractInterfaceIntent: components["schemas"]["DeleteSmartContractInterfaceIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                deleteSmartContractInterfaceResult?: components["schemas"]["DeleteSmartContractInterfaceResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_DELETE_SMART_CONTRACT_INTERFACE. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_SMART_CONTRACT_INTERFACE";
        };
        /** @description The response to ACTIVITY_TYPE_DELETE_SMART_CONTRACT_INTERFACE. */
        DeleteSmartContractInterfaceResponseBody: {
            activity: components["schemas"]["DeleteSmartContractInterfaceActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_DELETE_SMART_CONTRACT_INTERFACE. */
        DeleteSmartContractInterfaceResult: {
            /**
             * @description The interface that was deleted.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            smartContractInterfaceId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION. */
        DeleteSubOrganizationActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                deleteSubOrganizationIntent: components["schemas"]["DeleteSubOrganizationIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                deleteSubOrganizationResult?: components["schemas"]["DeleteSubOrganizationResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION";
        };
        /** @description The response to ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION. */
        DeleteSubOrganizationResponseBody: {
            activity: components["schemas"]["DeleteSubOrganizationActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION. */
        DeleteSubOrganizationResult: {
            /**
             * @description The sub-organization that was deleted.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            subOrganizationUuid: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_DELETE_USERS. */
        DeleteUsersActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                deleteUsersIntent: components["schemas"]["DeleteUsersIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                deleteUsersResult?: components["schemas"]["DeleteUsersResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_DELETE_USERS. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_USERS";
        };
        /** @description The response to ACTIVITY_TYPE_DELETE_USERS. */
        DeleteUsersResponseBody: {
            activity: components["schemas"]["DeleteUsersActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_DELETE_USERS. */
        DeleteUsersResult: {
            /** @description The users that were deleted. */
            userIds: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_DELETE_USER_TAGS. */
        DeleteUserTagsActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                deleteUserTagsIntent: components["schemas"]["DeleteUserTagsIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                deleteUserTagsResult?: components["schemas"]["DeleteUserTagsResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_DELETE_USER_TAGS. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_USER_TAGS";
        };
        /** @description The response to ACTIVITY_TYPE_DELETE_USER_TAGS. */
        DeleteUserTagsResponseBody: {
            activity: components["schemas"]["DeleteUserTagsActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_DELETE_USER_TAGS. */
        DeleteUserTagsResult: {
            /** @description The users that had any of the deleted tags. */
            userIds: string[];
            /** @description The tags that were deleted. */
            userTagIds: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_DELETE_WALLET_ACCOUNTS. */
        DeleteWalletAccountsActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                deleteWalletAccountsIntent: components["schemas"]["DeleteWalletAccountsIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                deleteWalletAccountsResult?: components["schemas"]["DeleteWalletAccountsResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_DELETE_WALLET_ACCOUNTS. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_WALLET_ACCOUNTS";
        };
        /** @description The response to ACTIVITY_TYPE_DELETE_WALLET_ACCOUNTS. */
        DeleteWalletAccountsResponseBody: {
            activity: components["schemas"]["DeleteWalletAccountsActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_DELETE_WALLET_ACCOUNTS. */
        DeleteWalletAccountsResult: {
            /** @description The accounts that were deleted. */
            walletAccountIds: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_DELETE_WALLETS. */
        DeleteWalletsActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                deleteWalletsIntent: components["schemas"]["DeleteWalletsIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                deleteWalletsResult?: components["schemas"]["DeleteWalletsResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_DELETE_WALLETS. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_WALLETS";
        };
        /** @description The response to ACTIVITY_TYPE_DELETE_WALLETS. */
        DeleteWalletsResponseBody: {
            activity: components["schemas"]["DeleteWalletsActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_DELETE_WALLETS. */
        DeleteWalletsResult: {
            /** @description The wallets that were deleted. */
            walletIds: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT. */
        DeleteWebhookEndpointActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                deleteWebhookEndpointIntent: components["schemas"]["DeleteWebhookEndpointIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                deleteWebhookEndpointResult?: components["schemas"]["DeleteWebhookEndpointResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT";
        };
        /** @description The response to ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT. */
        DeleteWebhookEndpointResponseBody: {
            activity: components["schemas"]["DeleteWebhookEndpointActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT. */
        DeleteWebhookEndpointResult: {
            /**
             * @description The endpoint that was deleted.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            endpointId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_DISABLE_AUTH_PROXY. */
        DisableAuthProxyActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                disableAuthProxyIntent: components["schemas"]["DisableAuthProxyIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                disableAuthProxyResult?: components["schemas"]["DisableAuthProxyResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_DISABLE_AUTH_PROXY. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_DISABLE_AUTH_PROXY";
        };
        /** @description The response to ACTIVITY_TYPE_DISABLE_AUTH_PROXY. */
        DisableAuthProxyResponseBody: {
            activity: components["schemas"]["DisableAuthProxyActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_DISABLE_AUTH_PROXY. */
        DisableAuthProxyResult: Record<string, never>;
        /** @description The request body of dry_run_activity. */
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
            /** @description Policies to evaluate as if they were stored. Only for activities of users of this organization: the policies of the parent decide about activities that its users submit. A stored policy can be replaced or left out at most once. */
            proposedPolicies?: components["schemas"]["ProposedPolicy"][];
            /** @description The exact text of the body that would be submitted. Exactly one of request and activityId is required. */
            request?: string;
            /** @description Stored policies to ignore, as if they were deleted. */
            withoutPolicyIds?: string[];
            /** @description Whether to return the values of a past activity that policies see. */
            withValues?: boolean;
        };
        /** @description The response to dry_run_activity. */
        DryRunActivityResponseBody: {
            /** @description The approvals that would release the activity if it has to wait for approvals; otherwise empty. */
            missingApprovals: components["schemas"]["MissingApproval"][];
            /**
             * @description How many values the list omits or truncates. list_activity_values returns all of them in full. Present whenever values is.
             * @example 0
             */
            omittedValues?: number;
            outcome: components["schemas"]["Outcome"];
            /** @description What each policy would decide, and why. Empty if something else decides, such as the root quorum. */
            policies: components["schemas"]["PolicyExplanation"][];
            /**
             * @description Human-readable reason for the outcome. Only for a past activity.
             * @example allowed by "Payments to the exchange"
             */
            reason?: string;
            /** @description The values of the activity that policies see, such as the decoded transaction, with recipients, amounts, fees and calls first. At most 300 values; long ones are truncated. Only with withValues, for a past activity. */
            values?: components["schemas"]["ActivityValue"][];
        };
        /** @description An activity of type ACTIVITY_TYPE_EARN_DEPLOY_WRAPPER. */
        EarnDeployWrapperActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                earnDeployWrapperIntent: components["schemas"]["EarnDeployWrapperIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                earnDeployWrapperResult?: components["schemas"]["EarnDeployWrapperResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
             * @description Client fee on the yield, in basis points: 0 to 4000.
             * @example 1000
             */
            clientFeeBps: string;
            /**
             * @description Address that receives the client fee: that of a wallet account or a private key of the organization.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            clientFeeWallet: string;
            /**
             * @description The vault, as returned by list_earn_vaults.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            vaultAddress: string;
        };
        /** @description The request body of ACTIVITY_TYPE_EARN_DEPLOY_WRAPPER. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_EARN_DEPLOY_WRAPPER";
        };
        /** @description The response to ACTIVITY_TYPE_EARN_DEPLOY_WRAPPER. */
        EarnDeployWrapperResponseBody: {
            activity: components["schemas"]["EarnDeployWrapperActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_EARN_DEPLOY_WRAPPER. */
        EarnDeployWrapperResult: {
            /**
             * @description ID to pass to get_earn_deploy_status.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            deployRequestId: string;
            /**
             * @description Address of the contract that holds the fees until they are released.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            splitterAddress: string;
            /**
             * @description Address of the wrapper, which receives deposits.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            wrapperAddress: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_EARN_DEPOSIT. */
        EarnDepositActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                earnDepositIntent: components["schemas"]["EarnDepositIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                earnDepositResult?: components["schemas"]["EarnDepositResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
            /** @description Whether a sponsor pays the fee. Not supported: must be absent or false. */
            sponsor?: boolean;
            /**
             * @description A deployed wrapper of the organization or of its parent.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            wrapperAddress: string;
        };
        /** @description The request body of ACTIVITY_TYPE_EARN_DEPOSIT. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_EARN_DEPOSIT";
        };
        /** @description The response to ACTIVITY_TYPE_EARN_DEPOSIT. */
        EarnDepositResponseBody: {
            activity: components["schemas"]["EarnDepositActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_EARN_DEPOSIT. */
        EarnDepositResult: {
            /**
             * @description ID to pass to get_earn_deposit_status.
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
             * @description The underlying asset as a CAIP-19 identifier, which includes the chain.
             * @example eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
             */
            caip19?: string;
            /**
             * @description Client fee that can be released now, in raw units of the asset, excluding the service fee. Visible only to a parent organization.
             * @example 250000000
             */
            claimableClientFee?: string;
            claimableClientFeeDisplay?: components["schemas"]["AmountDisplay"];
            /**
             * @description Client fee on the yield, in basis points.
             * @example 1000
             */
            clientFeeBps?: string;
            /**
             * @description Wallet that receives client fees on chain. Absent if a sub-organization sends the request.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            clientFeeWallet?: string;
            /** @description Names of the curators, separated by commas; empty if the provider has none. */
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
             * @description Address of the deployed fee wrapper, which receives deposits.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            wrapperAddress?: string;
        };
        /**
         * @description The provider of a yield vault.
         * @enum {string}
         */
        EarnProvider: "EARN_PROVIDER_ALPHA" | "EARN_PROVIDER_BETA";
        /**
         * @description PENDING until the transaction is in a block, then COMPLETED, or FAILED if it reverted in a final block or can no longer be included. PENDING with an error: no node accepted the transaction, but it may still be included. A chain reorganization can turn COMPLETED back into PENDING.
         * @enum {string}
         */
        EarnRequestStatus: "PENDING" | "COMPLETED" | "FAILED";
        /** @description An activity of type ACTIVITY_TYPE_EARN_SET_WRAPPER_STATE. */
        EarnSetWrapperStateActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                earnSetWrapperStateIntent: components["schemas"]["EarnSetWrapperStateIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                earnSetWrapperStateResult?: components["schemas"]["EarnSetWrapperStateResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
            /** @description Whether to refuse deposits. */
            depositsDisabled: boolean;
            /**
             * @description A wrapper that the organization deployed, as returned by the earn listing queries.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            wrapperAddress: string;
        };
        /** @description The request body of ACTIVITY_TYPE_EARN_SET_WRAPPER_STATE. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_EARN_SET_WRAPPER_STATE";
        };
        /** @description The response to ACTIVITY_TYPE_EARN_SET_WRAPPER_STATE. */
        EarnSetWrapperStateResponseBody: {
            activity: components["schemas"]["EarnSetWrapperStateActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_EARN_SET_WRAPPER_STATE. */
        EarnSetWrapperStateResult: {
            /** @description Whether deposits are refused now. */
            depositsDisabled: boolean;
            /**
             * @description The wrapper that was changed.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            wrapperAddress: string;
        };
        /** @description A vault in the catalog. */
        EarnVault: {
            /**
             * @description Current yield as a decimal fraction: 0.0812 is 8.12 percent.
             * @example 0.0812
             */
            apyPct?: string;
            /**
             * @description The underlying asset as a CAIP-19 identifier, which includes the chain.
             * @example eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
             */
            caip19?: string;
            /** @description Names of the curators, separated by commas; empty if the provider has none. */
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
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                earnWithdrawIntent: components["schemas"]["EarnWithdrawIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                earnWithdrawResult?: components["schemas"]["EarnWithdrawResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
            /** @description Whether a sponsor pays the fee. Not supported: must be absent or false. */
            sponsor?: boolean;
            /**
             * @description A deployed wrapper of the organization or of its parent.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            wrapperAddress: string;
        };
        /** @description The request body of ACTIVITY_TYPE_EARN_WITHDRAW. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_EARN_WITHDRAW";
        };
        /** @description The response to ACTIVITY_TYPE_EARN_WITHDRAW. */
        EarnWithdrawResponseBody: {
            activity: components["schemas"]["EarnWithdrawActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_EARN_WITHDRAW. */
        EarnWithdrawResult: {
            /**
             * @description ID to pass to get_earn_withdraw_status.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            withdrawRequestId: string;
        };
        /**
         * @description What a policy does when it applies. EFFECT_DENY overrides every EFFECT_ALLOW.
         * @enum {string}
         */
        Effect: "EFFECT_ALLOW" | "EFFECT_DENY";
        /** @description Customization of the e-mail with a one-time passcode. */
        EmailCustomizationParams: {
            /** @description An https URL of a logo. If a user of a sub-organization submits the request, the value of the parent is used instead. */
            logoUrl?: string;
            /**
             * @description A link for one-click sign-in, with %s or {{.OtpCode}} as the placeholder for the code. If a user of a sub-organization submits the request, the value of the parent is used instead.
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
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                enableAuthProxyIntent: components["schemas"]["EnableAuthProxyIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                enableAuthProxyResult?: components["schemas"]["EnableAuthProxyResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_ENABLE_AUTH_PROXY. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_ENABLE_AUTH_PROXY";
        };
        /** @description The response to ACTIVITY_TYPE_ENABLE_AUTH_PROXY. */
        EnableAuthProxyResponseBody: {
            activity: components["schemas"]["EnableAuthProxyActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_ENABLE_AUTH_PROXY. */
        EnableAuthProxyResult: {
            /**
             * @description The user that the proxy acts as.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
        };
        /** @description Details of an error. The @type determines which other members are present. */
        ErrorDetail: {
            /**
             * @description mintmark.v1.ErrorDetail or google.rpc.BadRequest.
             * @example mintmark.v1.ErrorDetail
             */
            "@type": string;
            /**
             * @description The activity that was stored when the request was denied.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            activityId?: string;
            /** @description Stable name of the error, as listed in the error catalogue of this document. */
            errorCode?: string;
            /** @description The fields that violate the contract. */
            fieldViolations?: components["schemas"]["FieldViolation"][];
        };
        /** @description A call that an account makes. */
        EthCallParams: {
            /**
             * @description The call data as hex, with or without 0x. Defaults to none, which can also be written as 0x.
             * @example 0x70a08231000000000000000000000000f39fd6e51aad88f6f4ce6ab8827279cfffb92266
             */
            data?: string;
            /**
             * @description The recipient or the contract.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            to: string;
            /**
             * @description The amount in wei. Defaults to 0.
             * @example 250000000
             */
            value?: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2. */
        EthSendTransactionActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                ethSendTransactionIntentV2: components["schemas"]["EthSendTransactionIntentV2"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                ethSendTransactionResultV2?: components["schemas"]["EthSendTransactionResultV2"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
            /** @description The calls that the account makes, in order. */
            calls: components["schemas"]["EthCallParams"][];
            /**
             * @description For sponsored transactions only.
             * @example 1000
             */
            deadline?: string;
            /**
             * @description The sending account: the address of a wallet account or of a private key.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            from: string;
            /**
             * @description The gas limit. If absent, the node estimates it.
             * @example 1000
             */
            gasLimit?: string;
            /**
             * @description For sponsored transactions only.
             * @example 1000
             */
            gasStationNonce?: string;
            /**
             * @description Maximum total fee per unit of gas, in wei. Defaults to twice the current base fee plus the priority fee.
             * @example 250000000
             */
            maxFeePerGas?: string;
            /**
             * @description Maximum priority fee per unit of gas for the block producer, in wei. If absent, the node suggests it.
             * @example 250000000
             */
            maxPriorityFeePerGas?: string;
            /**
             * @description The nonce. If absent, the service uses the nonce of a transaction that no node accepted, or else the next one. To replace a pending transaction, send its nonce.
             * @example 1000
             */
            nonce?: string;
            /** @description Whether a sponsor pays the fee. Not supported: must be absent or false. */
            sponsor?: boolean;
        };
        /** @description The request body of ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2";
        };
        /** @description The response to ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2. */
        EthSendTransactionResponseBody: {
            activity: components["schemas"]["EthSendTransactionActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2. */
        EthSendTransactionResultV2: {
            /**
             * @description ID to pass to get_send_transaction_status.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            sendTransactionStatusId: string;
        };
        /** @description A transaction of an EVM chain. */
        EthSendTransactionStatus: {
            /**
             * @description Hash of the transaction, known once it is signed.
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
             * @description The sender.
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
             * @description The account or contract that the transaction called; absent if it created a contract. Payers and recipients of value are in the transfers.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            to?: string;
            /**
             * @description Hash of the transaction.
             * @example 0xc6b96208da008581c8401312c6025b96a7028812de06e809b03bf94598d9cefb
             */
            transactionHash: string;
            /** @description The value that the transaction moved to or from the queried address. */
            transfers: components["schemas"]["Transfer"][];
        };
        /** @description An activity of type ACTIVITY_TYPE_EXPORT_PRIVATE_KEY. */
        ExportPrivateKeyActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                exportPrivateKeyIntent: components["schemas"]["ExportPrivateKeyIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                exportPrivateKeyResult?: components["schemas"]["ExportPrivateKeyResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_EXPORT_PRIVATE_KEY. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_EXPORT_PRIVATE_KEY";
        };
        /** @description The response to ACTIVITY_TYPE_EXPORT_PRIVATE_KEY. */
        ExportPrivateKeyResponseBody: {
            activity: components["schemas"]["ExportPrivateKeyActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_EXPORT_PRIVATE_KEY. */
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
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                exportWalletAccountIntent: components["schemas"]["ExportWalletAccountIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                exportWalletAccountResult?: components["schemas"]["ExportWalletAccountResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT";
        };
        /** @description The response to ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT. */
        ExportWalletAccountResponseBody: {
            activity: components["schemas"]["ExportWalletAccountActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT. */
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
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                exportWalletIntent: components["schemas"]["ExportWalletIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                exportWalletResult?: components["schemas"]["ExportWalletResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_EXPORT_WALLET. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_EXPORT_WALLET";
        };
        /** @description The response to ACTIVITY_TYPE_EXPORT_WALLET. */
        ExportWalletResponseBody: {
            activity: components["schemas"]["ExportWalletActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_EXPORT_WALLET. */
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
         * @description A feature that an organization can turn on or set.
         * @enum {string}
         */
        FeatureName: "FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY" | "FEATURE_NAME_WEBAUTHN_ORIGINS" | "FEATURE_NAME_EMAIL_AUTH" | "FEATURE_NAME_EMAIL_RECOVERY" | "FEATURE_NAME_WEBHOOK" | "FEATURE_NAME_SMS_AUTH" | "FEATURE_NAME_OTP_EMAIL_AUTH" | "FEATURE_NAME_AUTH_PROXY" | "FEATURE_NAME_SOLANA_RENT_PREFUND_ENABLED" | "FEATURE_NAME_SWAP_CONFIG" | "FEATURE_NAME_EARN_CONFIG" | "FEATURE_NAME_OPERATOR_RECOVERY_FORBIDDEN";
        /** @description A field that violates the contract. */
        FieldViolation: {
            /** @description What is wrong with the field. */
            description: string;
            /** @description Dotted path of the field, for example parameters.users.0.userName. */
            field: string;
        };
        /** @description The request body of get_activity. */
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
        /** @description The response to get_activity. */
        GetActivityResponseBody: {
            activity: components["schemas"]["Activity"];
        };
        /** @description The request body of get_api_key. */
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
        /** @description The response to get_api_key. */
        GetApiKeyResponseBody: {
            apiKey: components["schemas"]["ApiKey"];
        };
        /** @description The request body of get_api_keys. */
        GetApiKeysRequest: {
            /**
             * @description The organization that the users of the keys belong to.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /**
             * @description The user whose keys to list. If absent, the keys of all users are listed.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId?: string;
        };
        /** @description The response to get_api_keys. */
        GetApiKeysResponseBody: {
            /** @description The API keys. */
            apiKeys: components["schemas"]["ApiKey"][];
        };
        /** @description The request body of get_audit_head. */
        GetAuditHeadRequest: {
            /**
             * @description The organization whose audit head to return.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The response to get_audit_head. */
        GetAuditHeadResponseBody: {
            auditHead: components["schemas"]["AuditHead"];
        };
        /** @description The request body of get_authenticator. */
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
        /** @description The response to get_authenticator. */
        GetAuthenticatorResponseBody: {
            authenticator: components["schemas"]["Authenticator"];
        };
        /** @description The request body of get_authenticators. */
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
        /** @description The response to get_authenticators. */
        GetAuthenticatorsResponseBody: {
            /** @description The passkeys. */
            authenticators: components["schemas"]["Authenticator"][];
        };
        /** @description The request body of get_auth_proxy_config. */
        GetAuthProxyConfigRequest: {
            /**
             * @description The organization that has the proxy.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The response to get_auth_proxy_config. */
        GetAuthProxyConfigResponseBody: {
            authProxyConfig: components["schemas"]["AuthProxyConfig"];
        };
        /** @description The request body of get_boot_proof. */
        GetBootProofRequest: {
            /**
             * @description The ephemeral public key, as in the publicKey of an app proof.
             * @example 9eb435959b07b498
             */
            ephemeralKey: string;
            /**
             * @description The organization that sends the request.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The response to get_boot_proof. */
        GetBootProofResponseBody: {
            bootProof: components["schemas"]["BootProof"];
        };
        /** @description The request body of get_earn_deploy_status. */
        GetEarnDeployStatusRequest: {
            /**
             * @description ID that earn_deploy_wrapper returned.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            deployRequestId: string;
            /**
             * @description The organization that submitted the deployment.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The response to get_earn_deploy_status. */
        GetEarnDeployStatusResponseBody: {
            /**
             * @description Hash of the transaction that deploys the wrapper. Absent if the wrapper was already on chain.
             * @example 0xc6b96208da008581c8401312c6025b96a7028812de06e809b03bf94598d9cefb
             */
            deployTxHash?: string;
            /** @description Human-readable reason why the transaction failed, or why no node accepted it. */
            error?: string;
            status: components["schemas"]["EarnRequestStatus"];
        };
        /** @description The request body of get_earn_deposit_status. */
        GetEarnDepositStatusRequest: {
            /**
             * @description ID that earn_deposit returned.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            depositRequestId: string;
            /**
             * @description The organization that submitted the deposit.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The response to get_earn_deposit_status. */
        GetEarnDepositStatusResponseBody: {
            /**
             * @description Hash of the deposit transaction.
             * @example 0xc6b96208da008581c8401312c6025b96a7028812de06e809b03bf94598d9cefb
             */
            depositTxHash?: string;
            /** @description Human-readable reason why the transaction failed, or why no node accepted it. */
            error?: string;
            status: components["schemas"]["EarnRequestStatus"];
        };
        /** @description The request body of get_earn_withdraw_status. */
        GetEarnWithdrawStatusRequest: {
            /**
             * @description The organization that submitted the withdrawal.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /**
             * @description ID that earn_withdraw returned.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            withdrawRequestId: string;
        };
        /** @description The response to get_earn_withdraw_status. */
        GetEarnWithdrawStatusResponseBody: {
            /** @description Human-readable reason why the transaction failed, or why no node accepted it. */
            error?: string;
            status: components["schemas"]["EarnRequestStatus"];
            /**
             * @description Hash of the withdrawal transaction.
             * @example 0xc6b96208da008581c8401312c6025b96a7028812de06e809b03bf94598d9cefb
             */
            withdrawTxHash?: string;
        };
        /** @description The request body of get_latest_boot_proof. */
        GetLatestBootProofRequest: {
            /**
             * @description The app, by its UUID or its name. This service has one: mintmark-server.
             * @example 8d2b5f71-3c96-4e0a-b7d4-a1f6c9e08253
             */
            appName: string;
            /**
             * @description The organization that sends the request.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The response to get_latest_boot_proof. */
        GetLatestBootProofResponseBody: {
            bootProof: components["schemas"]["BootProof"];
        };
        /** @description The request body of get_oauth2_credential. */
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
        /** @description The response to get_oauth2_credential. */
        GetOauth2CredentialResponseBody: {
            oauth2Credential: components["schemas"]["Oauth2Credential"];
        };
        /** @description The request body of get_oauth_providers. */
        GetOauthProvidersRequest: {
            /**
             * @description The organization that the users belong to.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /**
             * @description The user whose links to list. If absent, the links of all users are listed.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId?: string;
        };
        /** @description The response to get_oauth_providers. */
        GetOauthProvidersResponseBody: {
            /** @description The links. */
            oauthProviders: components["schemas"]["OauthProvider"][];
        };
        /** @description The request body of get_organization_configs. */
        GetOrganizationConfigsRequest: {
            /**
             * @description The organization.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The response to get_organization_configs. */
        GetOrganizationConfigsResponseBody: {
            configs: components["schemas"]["OrganizationConfigs"];
        };
        /** @description The request body of get_policy_evaluations. */
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
        /** @description The response to get_policy_evaluations. */
        GetPolicyEvaluationsResponseBody: {
            /** @description The evaluations, oldest first. */
            policyEvaluations: components["schemas"]["ActivityPolicyEvaluation"][];
        };
        /** @description The request body of get_policy. */
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
        /** @description The response to get_policy. */
        GetPolicyResponseBody: {
            policy: components["schemas"]["Policy"];
        };
        /** @description The request body of get_private_key. */
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
        /** @description The response to get_private_key. */
        GetPrivateKeyResponseBody: {
            privateKey: components["schemas"]["PrivateKey"];
        };
        /** @description The request body of get_send_transaction_status. */
        GetSendTransactionStatusRequest: {
            /**
             * @description The organization that sent the transaction.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /**
             * @description ID that eth_send_transaction returned.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            sendTransactionStatusId: string;
        };
        /** @description The response to get_send_transaction_status. */
        GetSendTransactionStatusResponseBody: {
            error?: components["schemas"]["TxError"];
            eth?: components["schemas"]["EthSendTransactionStatus"];
            /** @description Human-readable reason why the transaction failed, or why no node accepted it. */
            txError?: string;
            txStatus: components["schemas"]["SendTransactionState"];
        };
        /** @description The request body of get_session_profile. */
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
        /** @description The response to get_session_profile. */
        GetSessionProfileResponseBody: {
            sessionProfile: components["schemas"]["SessionProfile"];
        };
        /** @description The request body of get_session_profiles. */
        GetSessionProfilesRequest: {
            /**
             * @description The organization that has the profiles, or a sub-organization of it.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The response to get_session_profiles. */
        GetSessionProfilesResponseBody: {
            /** @description The profiles. */
            sessionProfiles: components["schemas"]["SessionProfile"][];
        };
        /** @description The request body of get_smart_contract_interface. */
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
        /** @description The response to get_smart_contract_interface. */
        GetSmartContractInterfaceResponseBody: {
            smartContractInterface: components["schemas"]["SmartContractInterface"];
        };
        /** @description The request body of get_user. */
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
        /** @description The response to get_user. */
        GetUserResponseBody: {
            user: components["schemas"]["User"];
        };
        /** @description The request body of get_wallet_account. An address or a path is required. */
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
             * @description Path of the account, as submitted.
             * @example m/44'/60'/0'/0/0
             */
            path?: string;
            /**
             * @description The wallet.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            walletId: string;
        };
        /** @description The response to get_wallet_account. */
        GetWalletAccountResponseBody: {
            account: components["schemas"]["WalletAccount"];
        };
        /** @description The request body of get_wallet. */
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
        /** @description The response to get_wallet. */
        GetWalletResponseBody: {
            wallet: components["schemas"]["Wallet"];
        };
        /**
         * @description How a payload is hashed before signing: not at all, because it is already a 32-byte digest (NO_OP), with a hash function, or by ed25519 itself (NOT_APPLICABLE). EIP-712 and EIP-7702 payloads have their own digest and take NO_OP.
         * @enum {string}
         */
        HashFunction: "HASH_FUNCTION_NO_OP" | "HASH_FUNCTION_SHA256" | "HASH_FUNCTION_KECCAK256" | "HASH_FUNCTION_NOT_APPLICABLE";
        /** @description An activity of type ACTIVITY_TYPE_IMPORT_PRIVATE_KEY. */
        ImportPrivateKeyActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                importPrivateKeyIntent: components["schemas"]["ImportPrivateKeyIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                importPrivateKeyResult?: components["schemas"]["ImportPrivateKeyResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The parameters of ACTIVITY_TYPE_IMPORT_PRIVATE_KEY. Each address format supports the curve. */
        ImportPrivateKeyIntent: {
            /** @description Formats to derive an address in; duplicates are ignored. May be empty. */
            addressFormats: components["schemas"]["AddressFormat"][];
            curve: components["schemas"]["Curve"];
            /** @description The private key, encrypted to the key of the import bundle. */
            encryptedBundle: string;
            /**
             * @description Human-readable name of the key.
             * @example Payout key
             */
            privateKeyName: string;
            /**
             * @description The user who imports the private key; must be the calling user.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
        };
        /** @description The request body of ACTIVITY_TYPE_IMPORT_PRIVATE_KEY. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_IMPORT_PRIVATE_KEY";
        };
        /** @description The response to ACTIVITY_TYPE_IMPORT_PRIVATE_KEY. */
        ImportPrivateKeyResponseBody: {
            activity: components["schemas"]["ImportPrivateKeyActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_IMPORT_PRIVATE_KEY. */
        ImportPrivateKeyResult: {
            /** @description Addresses of the key, one for each format, in the order of the request. */
            addresses: components["schemas"]["PrivateKeyAddress"][];
            /**
             * @description The private key.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            privateKeyId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_IMPORT_WALLET. */
        ImportWalletActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                importWalletIntent: components["schemas"]["ImportWalletIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                importWalletResult?: components["schemas"]["ImportWalletResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
            /** @description Accounts to derive; may be empty. */
            accounts: components["schemas"]["WalletAccountParams"][];
            /** @description The seed phrase, encrypted to the key of the import bundle. */
            encryptedBundle: string;
            /**
             * @description The user who imports the wallet; must be the calling user.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
            /**
             * @description Human-readable name of the wallet.
             * @example Treasury
             */
            walletName: string;
        };
        /** @description The request body of ACTIVITY_TYPE_IMPORT_WALLET. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_IMPORT_WALLET";
        };
        /** @description The response to ACTIVITY_TYPE_IMPORT_WALLET. */
        ImportWalletResponseBody: {
            activity: components["schemas"]["ImportWalletActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_IMPORT_WALLET. */
        ImportWalletResult: {
            /** @description Addresses of the accounts, in the order of the request. */
            addresses: string[];
            /**
             * @description The wallet.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            walletId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY. */
        InitImportPrivateKeyActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                initImportPrivateKeyIntent: components["schemas"]["InitImportPrivateKeyIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                initImportPrivateKeyResult?: components["schemas"]["InitImportPrivateKeyResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY";
        };
        /** @description The response to ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY. */
        InitImportPrivateKeyResponseBody: {
            activity: components["schemas"]["InitImportPrivateKeyActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY. */
        InitImportPrivateKeyResult: {
            /** @description The public key to encrypt to, signed by the service. */
            importBundle: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_INIT_IMPORT_WALLET. */
        InitImportWalletActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                initImportWalletIntent: components["schemas"]["InitImportWalletIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                initImportWalletResult?: components["schemas"]["InitImportWalletResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_INIT_IMPORT_WALLET. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_INIT_IMPORT_WALLET";
        };
        /** @description The response to ACTIVITY_TYPE_INIT_IMPORT_WALLET. */
        InitImportWalletResponseBody: {
            activity: components["schemas"]["InitImportWalletActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_INIT_IMPORT_WALLET. */
        InitImportWalletResult: {
            /** @description The public key to encrypt to, signed by the service. */
            importBundle: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_INIT_OTP_V3. */
        InitOtpActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                initOtpIntentV3: components["schemas"]["InitOtpIntentV3"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                initOtpResultV2?: components["schemas"]["InitOtpResultV2"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
            /** @description Whether the code has letters and digits (Crockford base32) instead of digits only. Defaults to true. */
            alphanumeric?: boolean;
            /**
             * @description Name of the app, shown in the message. If a user of a sub-organization submits the request, the value of the parent is used instead.
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
             * @description Lifetime of the code in seconds, at most 600. Defaults to 300.
             * @example 300
             */
            expirationSeconds?: string;
            /** @description Number of characters in the code, 6 to 9. Defaults to 9. */
            otpLength?: number;
            otpType: components["schemas"]["OtpType"];
            /**
             * @description Reply-to address of the e-mail. If a user of a sub-organization submits the request, the value of the parent is used instead.
             * @example ada@example.com
             */
            replyToEmailAddress?: string;
            /**
             * @description Sender address of the e-mail. The operator must allow it. If a user of a sub-organization submits the request, the value of the parent is used instead.
             * @example ada@example.com
             */
            sendFromEmailAddress?: string;
            /**
             * @description Sender name of the e-mail. If a user of a sub-organization submits the request, the value of the parent is used instead.
             * @example Acme
             */
            sendFromEmailSenderName?: string;
            smsCustomization?: components["schemas"]["SmsCustomizationParams"];
            /** @description Identifier by which requests of the parent are counted: at most three in three minutes. Defaults to the contact. Ignored for requests of users of a sub-organization. */
            userIdentifier?: string;
        };
        /** @description The request body of ACTIVITY_TYPE_INIT_OTP_V3. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_INIT_OTP_V3";
        };
        /** @description The response to ACTIVITY_TYPE_INIT_OTP_V3. */
        InitOtpResponseBody: {
            activity: components["schemas"]["InitOtpActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_INIT_OTP_V3. */
        InitOtpResultV2: {
            /** @description The key that the client encrypts the code and its own public key to, signed by the service. */
            otpEncryptionTargetBundle: string;
            /**
             * @description The passcode.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            otpId: string;
        };
        /** @description The request body of list_activities. */
        ListActivitiesRequest: {
            /** @description Return only activities with one of these statuses. If absent or empty, any status matches. */
            filterByStatus?: components["schemas"]["ActivityStatus"][];
            /** @description Return only activities of one of these types. If absent or empty, any type matches. */
            filterByType?: string[];
            /**
             * @description The organization that the activities run in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            paginationOptions?: components["schemas"]["PaginationOptions"];
        };
        /** @description The response to list_activities. */
        ListActivitiesResponseBody: {
            /** @description The activities. */
            activities: components["schemas"]["Activity"][];
        };
        /** @description The request body of list_activity_values. */
        ListActivityValuesRequest: {
            /**
             * @description The activity, by its fingerprint, as in a vote.
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
        /** @description The response to list_activity_values. */
        ListActivityValuesResponseBody: {
            /**
             * @description The activity.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            activityId: string;
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Total number of values on all pages.
             * @example 14
             */
            totalValues: number;
            /** @description The values of this page. */
            values: components["schemas"]["ActivityValue"][];
        };
        /** @description The request body of list_app_proofs. */
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
        /** @description The response to list_app_proofs. */
        ListAppProofsResponseBody: {
            /** @description The proofs, oldest first. */
            appProofs: components["schemas"]["AppProof"][];
        };
        /** @description The request body of list_earn_enabled_vaults. */
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
        /** @description The response to list_earn_enabled_vaults. */
        ListEarnEnabledVaultsResponseBody: {
            /** @description The enabled vaults. */
            enabledVaults?: components["schemas"]["EarnEnabledVault"][];
        };
        /** @description The request body of list_earn_vaults. */
        ListEarnVaultsRequest: {
            /**
             * @description The underlying asset, which also determines the chain. Only vaults of this asset are returned.
             * @example eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
             */
            caip19: string;
            /**
             * @description The organization that the enabled field refers to.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            paginationOptions?: components["schemas"]["PaginationOptions"];
            provider?: components["schemas"]["EarnProvider"];
        };
        /** @description The response to list_earn_vaults. */
        ListEarnVaultsResponseBody: {
            pageInfo?: components["schemas"]["PageInfo"];
            /** @description The vaults, largest first. */
            vaults?: components["schemas"]["EarnVault"][];
        };
        /** @description The request body of list_eth_transaction_history. */
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
        /** @description The response to list_eth_transaction_history. */
        ListEthTransactionHistoryResponseBody: {
            pageInfo?: components["schemas"]["PageInfo"];
            /** @description The transactions, most recent first. */
            transactions: components["schemas"]["EvmTransaction"][];
        };
        /** @description The request body of list_oauth2_credentials. */
        ListOauth2CredentialsRequest: {
            /**
             * @description The organization that the credentials belong to.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The response to list_oauth2_credentials. */
        ListOauth2CredentialsResponseBody: {
            /** @description The clients. */
            oauth2Credentials: components["schemas"]["Oauth2Credential"][];
        };
        /** @description The request body of list_policies. */
        ListPoliciesRequest: {
            /**
             * @description The organization that has the policies.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The response to list_policies. */
        ListPoliciesResponseBody: {
            /** @description The policies. */
            policies: components["schemas"]["Policy"][];
        };
        /** @description The request body of list_private_keys. */
        ListPrivateKeysRequest: {
            /**
             * @description The organization that owns the keys.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The response to list_private_keys. */
        ListPrivateKeysResponseBody: {
            /** @description The private keys. */
            privateKeys: components["schemas"]["PrivateKey"][];
        };
        /** @description The request body of list_private_key_tags. */
        ListPrivateKeyTagsRequest: {
            /**
             * @description The organization that owns the tags.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The response to list_private_key_tags. */
        ListPrivateKeyTagsResponseBody: {
            /** @description The tags. */
            privateKeyTags: components["schemas"]["Tag"][];
        };
        /** @description The request body of list_smart_contract_interfaces. */
        ListSmartContractInterfacesRequest: {
            /**
             * @description The organization that stored the interfaces.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The response to list_smart_contract_interfaces. */
        ListSmartContractInterfacesResponseBody: {
            /** @description The interfaces. */
            smartContractInterfaces: components["schemas"]["SmartContractInterface"][];
        };
        /** @description The request body of list_suborgs. */
        ListSuborgsRequest: {
            /**
             * @description Type of filterValue: CREDENTIAL_ID, NAME, USERNAME, EMAIL, PHONE_NUMBER, OIDC_TOKEN, WALLET_ACCOUNT_ADDRESS or PUBLIC_KEY.
             * @example EMAIL
             */
            filterType?: string;
            /** @description The value to match. */
            filterValue?: string;
            /**
             * @description The parent organization.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            paginationOptions?: components["schemas"]["PaginationOptions"];
        };
        /** @description The response to list_suborgs. */
        ListSuborgsResponseBody: {
            /** @description IDs of the sub-organizations. */
            organizationIds: string[];
        };
        /** @description The request body of list_users. */
        ListUsersRequest: {
            /**
             * @description The organization that the users belong to.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The response to list_users. */
        ListUsersResponseBody: {
            /** @description The users. */
            users: components["schemas"]["User"][];
        };
        /** @description The request body of list_user_tags. */
        ListUserTagsRequest: {
            /**
             * @description The organization that owns the tags.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The response to list_user_tags. */
        ListUserTagsResponseBody: {
            /** @description The tags. */
            userTags: components["schemas"]["Tag"][];
        };
        /** @description The request body of list_verified_suborgs. */
        ListVerifiedSuborgsRequest: {
            /**
             * @description Type of filterValue, for example EMAIL or PHONE_NUMBER.
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
        /** @description The response to list_verified_suborgs. */
        ListVerifiedSuborgsResponseBody: {
            /** @description IDs of the matching sub-organizations. */
            organizationIds: string[];
        };
        /** @description The request body of list_wallet_accounts. */
        ListWalletAccountsRequest: {
            /** @description Whether to include the wallet of each account. */
            includeWalletDetails?: boolean;
            /**
             * @description The organization that owns the wallets.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            paginationOptions?: components["schemas"]["PaginationOptions"];
            /**
             * @description The wallet. If absent, the accounts of all wallets are listed.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            walletId?: string;
        };
        /** @description The response to list_wallet_accounts. */
        ListWalletAccountsResponseBody: {
            /** @description The accounts. */
            accounts: components["schemas"]["WalletAccount"][];
        };
        /** @description The request body of list_wallets. */
        ListWalletsRequest: {
            /**
             * @description The organization that owns the wallets.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The response to list_wallets. */
        ListWalletsResponseBody: {
            /** @description The wallets. */
            wallets: components["schemas"]["Wallet"][];
        };
        /** @description The request body of list_webhook_deliveries. */
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
        /** @description The response to list_webhook_deliveries. */
        ListWebhookDeliveriesResponseBody: {
            /** @description The deliveries. */
            webhookDeliveries: components["schemas"]["WebhookDelivery"][];
        };
        /** @description The request body of list_webhook_endpoints. */
        ListWebhookEndpointsRequest: {
            /**
             * @description The organization that has the endpoints.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The response to list_webhook_endpoints. */
        ListWebhookEndpointsResponseBody: {
            /** @description The endpoints. */
            webhookEndpoints: components["schemas"]["WebhookEndpointData"][];
        };
        /** @description One way to get the missing approvals of the activity. Each entry is sufficient on its own. */
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
             * @description Zero-based position of the policy in proposedPolicies. Absent if the policy was not proposed.
             * @example 0
             */
            proposedIndex?: number;
            /**
             * @description How many more root users must approve. Only for root users.
             * @example 1
             */
            threshold?: number;
            /** @description The users whose approval would count. */
            userIds: string[];
        };
        /**
         * @description The language of the words of a seed phrase.
         * @enum {string}
         */
        MnemonicLanguage: "MNEMONIC_LANGUAGE_ENGLISH" | "MNEMONIC_LANGUAGE_SIMPLIFIED_CHINESE" | "MNEMONIC_LANGUAGE_TRADITIONAL_CHINESE" | "MNEMONIC_LANGUAGE_CZECH" | "MNEMONIC_LANGUAGE_FRENCH" | "MNEMONIC_LANGUAGE_ITALIAN" | "MNEMONIC_LANGUAGE_JAPANESE" | "MNEMONIC_LANGUAGE_KOREAN" | "MNEMONIC_LANGUAGE_SPANISH";
        /** @description An activity of type ACTIVITY_TYPE_OAUTH2_AUTHENTICATE. */
        Oauth2AuthenticateActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                oauth2AuthenticateIntent: components["schemas"]["Oauth2AuthenticateIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                oauth2AuthenticateResult?: components["schemas"]["Oauth2AuthenticateResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
            /** @description Authorization code that the provider issued. */
            authCode: string;
            /** @description Code verifier for the challenge that was sent to the provider (RFC 7636). */
            codeVerifier: string;
            /**
             * @description Nonce of the token. To log in with the token, use the SHA-256 of the public key: the lower-case hex digest of the lower-case hex text of the key.
             * @example aa29836f34ddf208dba2111873a6a75bcacf44840f11bb57fdbde87ba565d666
             */
            nonce: string;
            /**
             * @description The OAuth 2.0 client.
             * @example d35a7f90-8c1e-4b62-9f47-06e2b8c5a1d3
             */
            oauth2CredentialId: string;
            /** @description Redirect URI that the code was issued for. */
            redirectUri: string;
        };
        /** @description The request body of ACTIVITY_TYPE_OAUTH2_AUTHENTICATE. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_OAUTH2_AUTHENTICATE";
        };
        /** @description The response to ACTIVITY_TYPE_OAUTH2_AUTHENTICATE. */
        Oauth2AuthenticateResponseBody: {
            activity: components["schemas"]["Oauth2AuthenticateActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_OAUTH2_AUTHENTICATE. */
        Oauth2AuthenticateResult: {
            /**
             * @description OIDC token issued by this service, with the client ID as the audience.
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijc1NTFhNGM3NjVlYjc3MGEifQ.eyJleHAiOjE3NjcyMjY1MDAsInB1YmxpY19rZXkiOiIwMjJiNmRmYmFhOGQ3OTg2OTA4YzcxYzc1OTM0MTNiZGUzNWE5ODU4MjgwYjE2Y2Y1OWU5MjhjMjk5MzY1NmQzYzUiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiJiOGQ0ZjZhMi0xYzkzLTRlNzUtOGYwYS1kMzZlNWM3YjlhMTQiLCJvcmdhbml6YXRpb25faWQiOiI2ZjFlN2EzYy01OGQyLTRjMGItOWE0MS0yYjdkOTBjM2U1ZjgifQ.QZYmrAT6UKUyxynmwoX1AUUh-Tr6OS2v26gP2fcDtU0oOdy_f6OuSbqVXM9OL-NzTsRGQrk_02EOyEQLItmDRg
             */
            oidcToken: string;
        };
        /** @description An OAuth 2.0 client of the organization. */
        Oauth2Credential: {
            /** @description Client ID that the provider issued. */
            clientId: string;
            createdAt: components["schemas"]["UnixTimestamp"];
            /**
             * @description Client secret from the provider, encrypted to the TLS fetcher quorum key, which a self-hosted service publishes as its client-secret key.
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
         * @description An OAuth 2.0 provider that the service supports.
         * @enum {string}
         */
        Oauth2Provider: "OAUTH2_PROVIDER_ALPHA" | "OAUTH2_PROVIDER_BETA";
        /** @description An activity of type ACTIVITY_TYPE_OAUTH_LOGIN. */
        OauthLoginActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                oauthLoginIntent: components["schemas"]["OauthLoginIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                oauthLoginResult?: components["schemas"]["OauthLoginResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
             * @description Lifetime of the session in seconds. Defaults to 900 (15 minutes).
             * @example 900
             */
            expirationSeconds?: string;
            /** @description Whether to end the other login sessions of the user. */
            invalidateExisting?: boolean;
            /** @description OIDC token of the user: the compact JWT, or its base64 encoding. */
            oidcToken: string;
            /**
             * @description Public key of the client, which becomes the session key.
             * @example 022b6dfbaa8d7986908c71c7593413bde35a9858280b16cf59e928c2993656d3c5
             */
            publicKey: string;
            /**
             * @description The session profile to use. If absent, the session may read and write.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            sessionProfileId?: string;
        };
        /** @description The request body of ACTIVITY_TYPE_OAUTH_LOGIN. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_OAUTH_LOGIN";
        };
        /** @description The response to ACTIVITY_TYPE_OAUTH_LOGIN. */
        OauthLoginResponseBody: {
            activity: components["schemas"]["OauthLoginActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_OAUTH_LOGIN. */
        OauthLoginResult: {
            /**
             * @description Signed token with the expiry, public key, session type, user ID and organization ID of the session.
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijc1NTFhNGM3NjVlYjc3MGEifQ.eyJleHAiOjE3NjcyMjY1MDAsInB1YmxpY19rZXkiOiIwMjJiNmRmYmFhOGQ3OTg2OTA4YzcxYzc1OTM0MTNiZGUzNWE5ODU4MjgwYjE2Y2Y1OWU5MjhjMjk5MzY1NmQzYzUiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiJiOGQ0ZjZhMi0xYzkzLTRlNzUtOGYwYS1kMzZlNWM3YjlhMTQiLCJvcmdhbml6YXRpb25faWQiOiI2ZjFlN2EzYy01OGQyLTRjMGItOWE0MS0yYjdkOTBjM2U1ZjgifQ.QZYmrAT6UKUyxynmwoX1AUUh-Tr6OS2v26gP2fcDtU0oOdy_f6OuSbqVXM9OL-NzTsRGQrk_02EOyEQLItmDRg
             */
            session: string;
        };
        /** @description An identity at an OpenID Connect provider that is linked to a user. */
        OauthProvider: {
            /** @description Audience that the identity was verified for. */
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
             * @description Human-readable name of the identity provider.
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
            /** @description OIDC token of the user: the compact JWT, or its base64 encoding. */
            oidcToken?: string;
            /**
             * @description Human-readable name of the identity provider.
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
        /** @description An API key that the operator of the service added to a root user. No user of the organization approved it. Once the key is deleted, deletedAt is set. */
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
             * @description The root user who received the key.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
        };
        /** @description The configuration of an organization. */
        OrganizationConfigs: {
            /** @description The features of the organization. */
            features?: components["schemas"]["OrganizationFeature"][];
            /** @description The keys that the operator of the service added to root users, newest first, including deleted ones; absent if there are none. */
            operatorKeys?: components["schemas"]["OperatorKey"][];
            quorum?: components["schemas"]["RootQuorum"];
            storage?: components["schemas"]["StorageUse"];
        };
        /** @description A feature that an organization has. */
        OrganizationFeature: {
            name?: components["schemas"]["FeatureName"];
            /** @description Value of the feature; absent or empty for a feature that is only turned on. */
            value?: string;
        };
        /** @description The request body of otp_init_v2. The contact is an e-mail address for OTP_TYPE_EMAIL, and a phone number in E.164 form for OTP_TYPE_SMS. */
        OtpInitV2Request: {
            /**
             * @description The e-mail address or phone number that the passcode is sent to.
             * @example ada@example.com
             */
            contact: string;
            emailCustomization?: components["schemas"]["ProxyEmailCustomizationParams"];
            otpType: components["schemas"]["OtpType"];
        };
        /** @description The response to otp_init_v2. */
        OtpInitV2ResponseBody: {
            /** @description The key that the client encrypts the code and its own public key to, signed by the service. */
            otpEncryptionTargetBundle: string;
            /**
             * @description The passcode.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            otpId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_OTP_LOGIN_V2. */
        OtpLoginActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                otpLoginIntentV2: components["schemas"]["OtpLoginIntentV2"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                otpLoginResult?: components["schemas"]["OtpLoginResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
             * @description Lifetime of the session in seconds. Defaults to 900 (15 minutes).
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
             * @description The session profile to use. If absent, the session may read and write.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            sessionProfileId?: string;
            /**
             * @description Signed token with a unique ID, an expiry, the verification type and the contact.
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijc1NTFhNGM3NjVlYjc3MGEifQ.eyJleHAiOjE3NjcyMjY1MDAsInB1YmxpY19rZXkiOiIwMjJiNmRmYmFhOGQ3OTg2OTA4YzcxYzc1OTM0MTNiZGUzNWE5ODU4MjgwYjE2Y2Y1OWU5MjhjMjk5MzY1NmQzYzUiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiJiOGQ0ZjZhMi0xYzkzLTRlNzUtOGYwYS1kMzZlNWM3YjlhMTQiLCJvcmdhbml6YXRpb25faWQiOiI2ZjFlN2EzYy01OGQyLTRjMGItOWE0MS0yYjdkOTBjM2U1ZjgifQ.QZYmrAT6UKUyxynmwoX1AUUh-Tr6OS2v26gP2fcDtU0oOdy_f6OuSbqVXM9OL-NzTsRGQrk_02EOyEQLItmDRg
             */
            verificationToken: string;
        };
        /** @description The request body of ACTIVITY_TYPE_OTP_LOGIN_V2. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_OTP_LOGIN_V2";
        };
        /** @description The response to ACTIVITY_TYPE_OTP_LOGIN_V2. */
        OtpLoginResponseBody: {
            activity: components["schemas"]["OtpLoginActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_OTP_LOGIN_V2. */
        OtpLoginResult: {
            /**
             * @description Signed token with the expiry, public key, session type, user ID and organization ID of the session.
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijc1NTFhNGM3NjVlYjc3MGEifQ.eyJleHAiOjE3NjcyMjY1MDAsInB1YmxpY19rZXkiOiIwMjJiNmRmYmFhOGQ3OTg2OTA4YzcxYzc1OTM0MTNiZGUzNWE5ODU4MjgwYjE2Y2Y1OWU5MjhjMjk5MzY1NmQzYzUiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiJiOGQ0ZjZhMi0xYzkzLTRlNzUtOGYwYS1kMzZlNWM3YjlhMTQiLCJvcmdhbml6YXRpb25faWQiOiI2ZjFlN2EzYy01OGQyLTRjMGItOWE0MS0yYjdkOTBjM2U1ZjgifQ.QZYmrAT6UKUyxynmwoX1AUUh-Tr6OS2v26gP2fcDtU0oOdy_f6OuSbqVXM9OL-NzTsRGQrk_02EOyEQLItmDRg
             */
            session: string;
        };
        /** @description The request body of otp_login_v2. */
        OtpLoginV2Request: {
            clientSignature: components["schemas"]["ClientSignature"];
            /** @description Whether to end the other login sessions of the user. */
            invalidateExisting?: boolean;
            /**
             * @description The sub-organization of the user. If absent, the one that has the verified contact or identity.
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
        /** @description The response to otp_login_v2. */
        OtpLoginV2ResponseBody: {
            /**
             * @description Signed token with the expiry, public key, session type, user ID and organization ID of the session.
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijc1NTFhNGM3NjVlYjc3MGEifQ.eyJleHAiOjE3NjcyMjY1MDAsInB1YmxpY19rZXkiOiIwMjJiNmRmYmFhOGQ3OTg2OTA4YzcxYzc1OTM0MTNiZGUzNWE5ODU4MjgwYjE2Y2Y1OWU5MjhjMjk5MzY1NmQzYzUiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiJiOGQ0ZjZhMi0xYzkzLTRlNzUtOGYwYS1kMzZlNWM3YjlhMTQiLCJvcmdhbml6YXRpb25faWQiOiI2ZjFlN2EzYy01OGQyLTRjMGItOWE0MS0yYjdkOTBjM2U1ZjgifQ.QZYmrAT6UKUyxynmwoX1AUUh-Tr6OS2v26gP2fcDtU0oOdy_f6OuSbqVXM9OL-NzTsRGQrk_02EOyEQLItmDRg
             */
            session: string;
        };
        /**
         * @description How a one-time passcode is delivered.
         * @enum {string}
         */
        OtpType: "OTP_TYPE_EMAIL" | "OTP_TYPE_SMS";
        /** @description The request body of otp_verify_v2. */
        OtpVerifyV2Request: {
            /** @description The code and the public key of the client, encrypted to the target key from otp_init_v2. */
            encryptedOtpBundle: string;
            /**
             * @description The passcode.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            otpId: string;
        };
        /** @description The response to otp_verify_v2. */
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
        /** @description The position of a page in its list. */
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
             * @description Maximum number of items to return, 1 to 100. Defaults to 10.
             * @example 25
             */
            limit?: string;
        };
        /**
         * @description The format of a derivation path.
         * @enum {string}
         */
        PathFormat: "PATH_FORMAT_BIP32";
        /**
         * @description The encoding of a payload.
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
             * @description Which activities the policy applies to, as an expression of at most 4,096 characters. If empty, it is always true.
             * @example activity.resource == 'WALLET'
             */
            condition: string;
            /**
             * @description Who must approve the activity, as an expression of at most 4,096 characters. If empty, it is always true.
             * @example approvers.count() >= 2
             */
            consensus: string;
            createdAt: components["schemas"]["UnixTimestamp"];
            effect: components["schemas"]["Effect"];
            /** @description Free-form notes; may be empty. */
            notes: string;
            /**
             * @description The policy.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            policyId: string;
            /**
             * @description Human-readable name of the policy, unique in the organization.
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
             * @description The part of the policy expressions that decided; empty if all of them are empty.
             * @example eth.tx.value <= 1000000000000000000
             */
            expression: string;
            outcome: components["schemas"]["Outcome"];
            /**
             * @description The policy. 00000000-0000-0000-0000-000000000000 if it is proposed as an additional one, because it has no ID yet.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            policyId: string;
            /**
             * @description Human-readable name of the policy, unique in the organization.
             * @example Payments to the exchange
             */
            policyName: string;
            /**
             * @description Zero-based position of the policy in proposedPolicies. Absent if the policy was not proposed.
             * @example 0
             */
            proposedIndex?: number;
            /** @description The values that this part used. */
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
             * @description Which activities the policy applies to, as an expression of at most 4,096 characters. If absent or empty, it is always true.
             * @example activity.resource == 'WALLET'
             */
            condition?: string;
            /**
             * @description Who must approve the activity, as an expression of at most 4,096 characters. If absent or empty, it is always true.
             * @example approvers.count() >= 2
             */
            consensus?: string;
            effect: components["schemas"]["Effect"];
            /** @description Free-form notes; may be empty. */
            notes: string;
            /**
             * @description Human-readable name of the policy, unique in the organization.
             * @example Payments to the exchange
             */
            policyName: string;
            /**
             * @description When the policy applies, as an expression of at most 4,096 characters. If absent or empty, it is always true.
             * @example time.now < Timestamp('2027-01-01T00:00:00Z')
             */
            time?: string;
        };
        /** @description A value that an expression used. */
        PolicyValue: {
            /**
             * @description Name of the value in the expression.
             * @example eth.tx.value
             */
            name: string;
            /**
             * @description The value, in the syntax of the policy language.
             * @example 1000000000000000000
             */
            value: string;
        };
        /** @description A standalone private key. The key itself never leaves the service in the clear. */
        PrivateKey: {
            /** @description Addresses of the key, one for each requested format. */
            addresses: components["schemas"]["PrivateKeyAddress"][];
            createdAt: components["schemas"]["UnixTimestamp"];
            curve: components["schemas"]["Curve"];
            /** @description Whether the key was ever exported. */
            exported: boolean;
            /** @description Whether the key was imported. */
            imported: boolean;
            /**
             * @description The private key.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            privateKeyId: string;
            /**
             * @description Human-readable name of the key.
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
        /** @description A private key to create. Each address format supports the curve. */
        PrivateKeyParams: {
            /** @description Formats to derive an address in; duplicates are ignored. May be empty. */
            addressFormats: components["schemas"]["AddressFormat"][];
            curve: components["schemas"]["Curve"];
            /**
             * @description Human-readable name of the key.
             * @example Payout key
             */
            privateKeyName: string;
            /** @description Tags of the key, by ID; may be empty. */
            privateKeyTags: string[];
        };
        /** @description A private key that was created. */
        PrivateKeyResult: {
            /** @description Addresses of the key, one for each format, in the order of the request. */
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
             * @description Which activities the policy applies to, as an expression of at most 4,096 characters. If absent or empty, it is always true.
             * @example activity.resource == 'WALLET'
             */
            condition?: string;
            /**
             * @description Who must approve the activity, as an expression of at most 4,096 characters. If absent or empty, it is always true.
             * @example approvers.count() >= 2
             */
            consensus?: string;
            effect: components["schemas"]["Effect"];
            /**
             * @description The stored policy that this one replaces. If absent, this one is an additional policy.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            policyId?: string;
            /**
             * @description Human-readable name of the policy, unique in the organization.
             * @example Payments to the exchange
             */
            policyName: string;
            /**
             * @description When the policy applies, as an expression of at most 4,096 characters. If absent or empty, it is always true.
             * @example time.now < Timestamp('2027-01-01T00:00:00Z')
             */
            time?: string;
        };
        /** @description Customization of an e-mail from the sign-up proxy. The configuration determines the rest. */
        ProxyEmailCustomizationParams: {
            /** @description Accepted for compatibility; this service has one template. */
            templateId?: string;
        };
        /** @description The request body of proxy_oauth2_authenticate. */
        ProxyOauth2AuthenticateRequest: {
            /** @description Authorization code that the provider issued. */
            authCode: string;
            /** @description Client ID of the application at the provider. */
            clientId: string;
            /** @description Code verifier for the challenge that was sent to the provider (RFC 7636). */
            codeVerifier: string;
            /**
             * @description Nonce of the token. To log in with the token, use the SHA-256 of the public key: the lower-case hex digest of the lower-case hex text of the key.
             * @example aa29836f34ddf208dba2111873a6a75bcacf44840f11bb57fdbde87ba565d666
             */
            nonce: string;
            provider: components["schemas"]["Oauth2Provider"];
            /** @description Redirect URI that the code was issued for. */
            redirectUri: string;
        };
        /** @description The response to proxy_oauth2_authenticate. */
        ProxyOauth2AuthenticateResponseBody: {
            /**
             * @description OIDC token issued by this service, with the client ID as the audience.
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijc1NTFhNGM3NjVlYjc3MGEifQ.eyJleHAiOjE3NjcyMjY1MDAsInB1YmxpY19rZXkiOiIwMjJiNmRmYmFhOGQ3OTg2OTA4YzcxYzc1OTM0MTNiZGUzNWE5ODU4MjgwYjE2Y2Y1OWU5MjhjMjk5MzY1NmQzYzUiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiJiOGQ0ZjZhMi0xYzkzLTRlNzUtOGYwYS1kMzZlNWM3YjlhMTQiLCJvcmdhbml6YXRpb25faWQiOiI2ZjFlN2EzYy01OGQyLTRjMGItOWE0MS0yYjdkOTBjM2U1ZjgifQ.QZYmrAT6UKUyxynmwoX1AUUh-Tr6OS2v26gP2fcDtU0oOdy_f6OuSbqVXM9OL-NzTsRGQrk_02EOyEQLItmDRg
             */
            oidcToken: string;
        };
        /** @description The request body of proxy_oauth_login. */
        ProxyOauthLoginRequest: {
            /** @description Whether to end the other login sessions of the user. */
            invalidateExisting?: boolean;
            /** @description OIDC token of the user: the compact JWT, or its base64 encoding. */
            oidcToken: string;
            /**
             * @description The sub-organization of the user. If absent, the one that has the verified contact or identity.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId?: string;
            /**
             * @description Public key of the client, which becomes the session key.
             * @example 022b6dfbaa8d7986908c71c7593413bde35a9858280b16cf59e928c2993656d3c5
             */
            publicKey: string;
        };
        /** @description The response to proxy_oauth_login. */
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
        /** @description The request body of ACTIVITY_TYPE_REJECT_ACTIVITY. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_REJECT_ACTIVITY";
        };
        /** @description The response to ACTIVITY_TYPE_REJECT_ACTIVITY: the activity that was voted on. */
        RejectActivityResponseBody: {
            activity: components["schemas"]["Activity"];
        };
        /** @description An activity of type ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE. */
        RemoveOrganizationFeatureActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                removeOrganizationFeatureIntent: components["schemas"]["RemoveOrganizationFeatureIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                removeOrganizationFeatureResult?: components["schemas"]["RemoveOrganizationFeatureResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE";
        };
        /** @description The response to ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE. */
        RemoveOrganizationFeatureResponseBody: {
            activity: components["schemas"]["RemoveOrganizationFeatureActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE. */
        RemoveOrganizationFeatureResult: {
            /** @description All features that the organization still has. */
            features: components["schemas"]["OrganizationFeature"][];
        };
        /** @description A call that reverted. */
        RevertChainEntry: {
            /**
             * @description The contract that was called.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            address?: string;
            /** @description Human-readable reason. */
            displayMessage?: string;
            /**
             * @description native for Error(string) and Panic(uint256), custom for an error that the contract defines, else unknown.
             * @example native
             */
            errorType?: string;
        };
        /** @description The users who may do everything in an organization once enough of them approve. */
        RootQuorum: {
            /**
             * @description How many of the root users must approve.
             * @example 1
             */
            threshold: number;
            /** @description The root users. */
            userIds: string[];
        };
        /** @description A root user of a new sub-organization. A user needs at least one valid credential: an API key, an authenticator, an OAuth provider, or an e-mail address or phone number whose login method (e-mail, e-mail OTP or SMS) is enabled on the organization. OAuth providers can be specified by claims only together with one that is specified by a token. */
        RootUserParams: {
            /** @description API keys of the user; may be empty. */
            apiKeys: components["schemas"]["ApiKeyParams"][];
            /** @description Passkeys of the user; may be empty. */
            authenticators: components["schemas"]["AuthenticatorParams"][];
            /** @description Linked OpenID Connect identities of the user; may be empty. */
            oauthProviders: components["schemas"]["OauthProviderParams"][];
            /**
             * @description E-mail address of the user.
             * @example ada@example.com
             */
            userEmail?: string;
            /**
             * @description Human-readable name of the user.
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
         * @description INITIALIZED until a node has the transaction, BROADCASTING until it is in a block, then INCLUDED. INITIALIZED with an error: a node refused the transaction or does not have it. The node may have kept it anyway, so it may still be included until another transaction with the same nonce is final; the next transaction of the account gets this nonce. FAILED: the transaction can no longer be included because a final block has another transaction with the same nonce, or it reverted in a final block. A chain reorganization can turn INCLUDED back into BROADCASTING.
         * @enum {string}
         */
        SendTransactionState: "INITIALIZED" | "BROADCASTING" | "INCLUDED" | "FAILED";
        /** @description Limits for sessions: what they may do, and how long they live. */
        SessionProfile: {
            createdAt: components["schemas"]["UnixTimestamp"];
            /**
             * @description Maximum lifetime of the sessions, in seconds. If absent, sessions live as long as requested.
             * @example 900
             */
            expirationSeconds?: string;
            /** @description Free-form notes. */
            notes?: string;
            /**
             * @description What the sessions may do, as an expression in the policy language of at most 4,096 characters, like the condition of a policy.
             * @example activity.action == 'SIGN'
             */
            scope: string;
            /**
             * @description The profile.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            sessionProfileId: string;
            /**
             * @description Name of the profile. Session tokens carry it as the session type.
             * @example Signing only
             */
            sessionProfileName: string;
            updatedAt: components["schemas"]["UnixTimestamp"];
        };
        /** @description An activity of type ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE. */
        SetOrganizationFeatureActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                setOrganizationFeatureIntent: components["schemas"]["SetOrganizationFeatureIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                setOrganizationFeatureResult?: components["schemas"]["SetOrganizationFeatureResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
            /** @description Value of the feature; absent or empty for a feature that is only turned on. */
            value?: string;
        };
        /** @description The request body of ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE";
        };
        /** @description The response to ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE. */
        SetOrganizationFeatureResponseBody: {
            activity: components["schemas"]["SetOrganizationFeatureActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE. */
        SetOrganizationFeatureResult: {
            /** @description All features that the organization has now. */
            features: components["schemas"]["OrganizationFeature"][];
        };
        /** @description An activity of type ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2. */
        SignRawPayloadActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                signRawPayloadIntentV2: components["schemas"]["SignRawPayloadIntentV2"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                signRawPayloadResult?: components["schemas"]["SignRawPayloadResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2";
        };
        /** @description The response to ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2. */
        SignRawPayloadResponseBody: {
            activity: components["schemas"]["SignRawPayloadActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2. */
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
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                signRawPayloadsIntent: components["schemas"]["SignRawPayloadsIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                signRawPayloadsResult?: components["schemas"]["SignRawPayloadsResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_SIGN_RAW_PAYLOADS. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_SIGN_RAW_PAYLOADS";
        };
        /** @description The response to ACTIVITY_TYPE_SIGN_RAW_PAYLOADS. */
        SignRawPayloadsResponseBody: {
            activity: components["schemas"]["SignRawPayloadsActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_SIGN_RAW_PAYLOADS. */
        SignRawPayloadsResult: {
            /** @description The signatures, in the order of the payloads. */
            signatures: components["schemas"]["PayloadSignature"][];
        };
        /** @description An activity of type ACTIVITY_TYPE_SIGN_TRANSACTION_V2. */
        SignTransactionActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                signTransactionIntentV2: components["schemas"]["SignTransactionIntentV2"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                signTransactionResult?: components["schemas"]["SignTransactionResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
        /** @description The request body of ACTIVITY_TYPE_SIGN_TRANSACTION_V2. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_SIGN_TRANSACTION_V2";
        };
        /** @description The response to ACTIVITY_TYPE_SIGN_TRANSACTION_V2. */
        SignTransactionResponseBody: {
            activity: components["schemas"]["SignTransactionActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_SIGN_TRANSACTION_V2. */
        SignTransactionResult: {
            /**
             * @description The signed transaction as hex without 0x.
             * @example 9eb435959b07b498
             */
            signedTransaction: string;
        };
        /** @description The request body of signup_v2. OAuth providers can be specified by claims only together with one that is specified by a token. */
        SignupV2Request: {
            /** @description API keys of the user; may be empty. */
            apiKeys: components["schemas"]["ApiKeyParams"][];
            /** @description Passkeys of the user; may be empty. */
            authenticators: components["schemas"]["AuthenticatorParams"][];
            clientSignature?: components["schemas"]["ClientSignature"];
            /** @description Linked OpenID Connect identities of the user; may be empty. */
            oauthProviders: components["schemas"]["OauthProviderParams"][];
            /**
             * @description Human-readable name of the sub-organization.
             * @example Ada
             */
            organizationName?: string;
            /**
             * @description E-mail address of the user.
             * @example ada@example.com
             */
            userEmail?: string;
            /**
             * @description Human-readable name of the user.
             * @example Ada Lovelace
             */
            userName?: string;
            /**
             * @description Phone number of the user, in E.164 form.
             * @example +15555550123
             */
            userPhoneNumber?: string;
            /**
             * @description Name of a tag to put on the user; created in the sub-organization if it does not exist.
             * @example beta
             */
            userTag?: string;
            /**
             * @description Token that proves ownership of the e-mail address or phone number.
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijc1NTFhNGM3NjVlYjc3MGEifQ.eyJleHAiOjE3NjcyMjY1MDAsInB1YmxpY19rZXkiOiIwMjJiNmRmYmFhOGQ3OTg2OTA4YzcxYzc1OTM0MTNiZGUzNWE5ODU4MjgwYjE2Y2Y1OWU5MjhjMjk5MzY1NmQzYzUiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiJiOGQ0ZjZhMi0xYzkzLTRlNzUtOGYwYS1kMzZlNWM3YjlhMTQiLCJvcmdhbml6YXRpb25faWQiOiI2ZjFlN2EzYy01OGQyLTRjMGItOWE0MS0yYjdkOTBjM2U1ZjgifQ.QZYmrAT6UKUyxynmwoX1AUUh-Tr6OS2v26gP2fcDtU0oOdy_f6OuSbqVXM9OL-NzTsRGQrk_02EOyEQLItmDRg
             */
            verificationToken?: string;
            wallet?: components["schemas"]["WalletParams"];
        };
        /** @description The response to signup_v2. */
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
             * @description Human-readable name of the interface.
             * @example Stablecoin
             */
            label: string;
            /** @description Free-form notes; may be empty. */
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
        /** @description Customization of the text message with a one-time passcode. */
        SmsCustomizationParams: {
            /**
             * @description The text, with {{.OtpCode}} as the placeholder for the code. If a user of a sub-organization submits the request, the value of the parent is used instead.
             * @example {{.OtpCode}} is your code for Acme.
             */
            template?: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_STAMP_LOGIN. */
        StampLoginActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                stampLoginIntent: components["schemas"]["StampLoginIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                stampLoginResult?: components["schemas"]["StampLoginResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
             * @description Lifetime of the session in seconds. Defaults to 900 (15 minutes).
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
             * @description The session profile to use. If absent, the session may read and write.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            sessionProfileId?: string;
        };
        /** @description The request body of ACTIVITY_TYPE_STAMP_LOGIN. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_STAMP_LOGIN";
        };
        /** @description The response to ACTIVITY_TYPE_STAMP_LOGIN. */
        StampLoginResponseBody: {
            activity: components["schemas"]["StampLoginActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_STAMP_LOGIN. */
        StampLoginResult: {
            /**
             * @description Signed token with the expiry, public key, session type, user ID and organization ID of the session.
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijc1NTFhNGM3NjVlYjc3MGEifQ.eyJleHAiOjE3NjcyMjY1MDAsInB1YmxpY19rZXkiOiIwMjJiNmRmYmFhOGQ3OTg2OTA4YzcxYzc1OTM0MTNiZGUzNWE5ODU4MjgwYjE2Y2Y1OWU5MjhjMjk5MzY1NmQzYzUiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiJiOGQ0ZjZhMi0xYzkzLTRlNzUtOGYwYS1kMzZlNWM3YjlhMTQiLCJvcmdhbml6YXRpb25faWQiOiI2ZjFlN2EzYy01OGQyLTRjMGItOWE0MS0yYjdkOTBjM2U1ZjgifQ.QZYmrAT6UKUyxynmwoX1AUUh-Tr6OS2v26gP2fcDtU0oOdy_f6OuSbqVXM9OL-NzTsRGQrk_02EOyEQLItmDRg
             */
            session: string;
        };
        /** @description Storage used by an organization: its activities with their votes and audit records, and its users, credentials, wallets, keys and policies. Beyond the limit, activities are refused with RESOURCE_LIMIT_EXCEEDED; activities that delete or revoke something, export keys or sign in have a small reserve. */
        StorageUse: {
            /**
             * @description Bytes left; 0 if usage exceeds the limit.
             * @example 1000
             */
            leftBytes: string;
            /**
             * @description The storage limit in bytes.
             * @example 1000
             */
            limitBytes: string;
            /**
             * @description Bytes used. For a top-level organization, this includes its sub-organizations and may be a few seconds old.
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
             * @description Human-readable name of the tag.
             * @example Hot
             */
            tagName: string;
            tagType: components["schemas"]["TagType"];
            updatedAt: components["schemas"]["UnixTimestamp"];
        };
        /**
         * @description What a tag applies to.
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
             * @description When the block was produced.
             * @example 2026-01-01T00:00:00.000Z
             */
            timestamp: string;
        };
        /** @description The fee of a transaction. */
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
             * @description When the service submitted the transaction.
             * @example 2026-01-01T00:00:00.000Z
             */
            submittedAt?: string;
        };
        /**
         * @description CONFIRMED once the transaction is in a block, FINALIZED once the chain can no longer drop it.
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
             * @description The sender or recipient of the value.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            counterparty: string;
            direction: components["schemas"]["TransferDirection"];
            display?: components["schemas"]["AmountDisplay"];
        };
        /** @description The asset that was transferred. */
        TransferAsset: {
            /**
             * @description The asset.
             * @example eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
             */
            caip19: string;
            /**
             * @description Number of decimals of the asset.
             * @example 6
             */
            decimals: number;
            /** @description Its name. */
            name: string;
            /** @description Its ticker symbol. */
            symbol: string;
        };
        /**
         * @description Whether value was transferred to or from the queried address.
         * @enum {string}
         */
        TransferDirection: "IN" | "OUT";
        /** @description Why a transaction failed, or why no node accepted it. */
        TxError: {
            /** @description Human-readable description of what happened. */
            message?: string;
            /** @description The calls that reverted, outermost first. */
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
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                updateAuthProxyConfigIntent: components["schemas"]["UpdateAuthProxyConfigIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                updateAuthProxyConfigResult?: components["schemas"]["UpdateAuthProxyConfigResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
            /** @description The sign-in methods that the proxy supports. */
            allowedAuthMethods?: components["schemas"]["AuthMethod"][];
            /** @description The issuers whose tokens the proxy accepts, among those that the server accepts. */
            allowedIssuers?: string[];
            /** @description The web origins whose pages may use the proxy. */
            allowedOrigins?: string[];
            emailCustomizationParams?: components["schemas"]["AuthProxyEmailParams"];
            /** @description Whether one-time passcodes contain letters as well as digits. */
            otpAlphanumeric?: boolean;
            /**
             * @description Lifetime of a one-time passcode, in seconds.
             * @example 300
             */
            otpExpirationSeconds?: number;
            /**
             * @description Number of characters in a one-time passcode.
             * @example 9
             */
            otpLength?: number;
            /**
             * @description Reply-to address of e-mails; empty for none.
             * @example ada@example.com
             */
            replyToEmailAddress?: string;
            /**
             * @description Sender address of e-mails; empty for the address of the server.
             * @example ada@example.com
             */
            sendFromEmailAddress?: string;
            /**
             * @description Sender name of e-mails; empty for none.
             * @example Acme
             */
            sendFromEmailSenderName?: string;
            /**
             * @description Lifetime of a session, in seconds.
             * @example 900
             */
            sessionExpirationSeconds?: number;
            smsCustomizationParams?: components["schemas"]["AuthProxySmsParams"];
            /**
             * @description Lifetime of a verification token, in seconds.
             * @example 3600
             */
            verificationTokenExpirationSeconds?: number;
            /** @description Whether finding an account by e-mail address or phone number requires a verification token for that contact. */
            verificationTokenRequiredForGetAccountPii?: boolean;
        };
        /** @description The request body of ACTIVITY_TYPE_UPDATE_AUTH_PROXY_CONFIG. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_AUTH_PROXY_CONFIG";
        };
        /** @description The response to ACTIVITY_TYPE_UPDATE_AUTH_PROXY_CONFIG. */
        UpdateAuthProxyConfigResponseBody: {
            activity: components["schemas"]["UpdateAuthProxyConfigActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_UPDATE_AUTH_PROXY_CONFIG. */
        UpdateAuthProxyConfigResult: {
            /**
             * @description The configuration.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            configId?: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_UPDATE_OAUTH2_CREDENTIAL. */
        UpdateOauth2CredentialActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                updateOauth2CredentialIntent: components["schemas"]["UpdateOauth2CredentialIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                updateOauth2CredentialResult?: components["schemas"]["UpdateOauth2CredentialResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
             * @description Client secret from the provider, encrypted to the TLS fetcher quorum key, which a self-hosted service publishes as its client-secret key.
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
        /** @description The request body of ACTIVITY_TYPE_UPDATE_OAUTH2_CREDENTIAL. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_OAUTH2_CREDENTIAL";
        };
        /** @description The response to ACTIVITY_TYPE_UPDATE_OAUTH2_CREDENTIAL. */
        UpdateOauth2CredentialResponseBody: {
            activity: components["schemas"]["UpdateOauth2CredentialActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_UPDATE_OAUTH2_CREDENTIAL. */
        UpdateOauth2CredentialResult: {
            /**
             * @description The credential.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            oauth2CredentialId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_UPDATE_POLICY_V2. */
        UpdatePolicyActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                updatePolicyIntentV2: components["schemas"]["UpdatePolicyIntentV2"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                updatePolicyResultV2?: components["schemas"]["UpdatePolicyResultV2"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
             * @description Which activities the policy applies to, as an expression of at most 4,096 characters. If absent, it stays unchanged; if empty, it is always true.
             * @example activity.resource == 'WALLET'
             */
            policyCondition?: string;
            /**
             * @description Who must approve the activity, as an expression of at most 4,096 characters. If absent, it stays unchanged; if empty, it is always true.
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
             * @description The new name. If absent, the name stays unchanged.
             * @example Payments to the exchange
             */
            policyName?: string;
            /** @description The new notes. If absent, the notes stay unchanged. */
            policyNotes?: string;
            /**
             * @description When the policy applies, as an expression of at most 4,096 characters. If absent, it stays unchanged; if empty, it is always true.
             * @example time.now < Timestamp('2027-01-01T00:00:00Z')
             */
            time?: string;
        };
        /** @description The request body of ACTIVITY_TYPE_UPDATE_POLICY_V2. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_POLICY_V2";
        };
        /** @description The response to ACTIVITY_TYPE_UPDATE_POLICY_V2. */
        UpdatePolicyResponseBody: {
            activity: components["schemas"]["UpdatePolicyActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_UPDATE_POLICY_V2. */
        UpdatePolicyResultV2: {
            /**
             * @description The policy that was changed.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            policyId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_UPDATE_PRIVATE_KEY_TAG. */
        UpdatePrivateKeyTagActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                updatePrivateKeyTagIntent: components["schemas"]["UpdatePrivateKeyTagIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                updatePrivateKeyTagResult?: components["schemas"]["UpdatePrivateKeyTagResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
            /** @description The private keys to put the tag on; may be empty. */
            addPrivateKeyIds: string[];
            /**
             * @description The new name. If absent, the name stays unchanged.
             * @example Hot
             */
            newPrivateKeyTagName?: string;
            /**
             * @description The tag to change.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            privateKeyTagId: string;
            /** @description The private keys to take the tag off; may be empty. */
            removePrivateKeyIds: string[];
        };
        /** @description The request body of ACTIVITY_TYPE_UPDATE_PRIVATE_KEY_TAG. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_PRIVATE_KEY_TAG";
        };
        /** @description The response to ACTIVITY_TYPE_UPDATE_PRIVATE_KEY_TAG. */
        UpdatePrivateKeyTagResponseBody: {
            activity: components["schemas"]["UpdatePrivateKeyTagActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_UPDATE_PRIVATE_KEY_TAG. */
        UpdatePrivateKeyTagResult: {
            /**
             * @description The tag that was changed.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            privateKeyTagId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_UPDATE_ROOT_QUORUM. */
        UpdateRootQuorumActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                updateRootQuorumIntent: components["schemas"]["UpdateRootQuorumIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                updateRootQuorumResult?: components["schemas"]["UpdateRootQuorumResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
             * @description How many of the root users must approve.
             * @example 1
             */
            threshold: number;
            /** @description The new root users; they replace the previous ones. */
            userIds: string[];
        };
        /** @description The request body of ACTIVITY_TYPE_UPDATE_ROOT_QUORUM. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_ROOT_QUORUM";
        };
        /** @description The response to ACTIVITY_TYPE_UPDATE_ROOT_QUORUM. */
        UpdateRootQuorumResponseBody: {
            activity: components["schemas"]["UpdateRootQuorumActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_UPDATE_ROOT_QUORUM. */
        UpdateRootQuorumResult: Record<string, never>;
        /** @description An activity of type ACTIVITY_TYPE_UPDATE_USER. */
        UpdateUserActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                updateUserIntent: components["schemas"]["UpdateUserIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                updateUserResult?: components["schemas"]["UpdateUserResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                updateUserEmailIntent: components["schemas"]["UpdateUserEmailIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                updateUserEmailResult?: components["schemas"]["UpdateUserEmailResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
             * @description The new e-mail address; the empty string removes the current one.
             * @example ada@example.com
             */
            userEmail: string;
            /**
             * @description The user to change.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
            /**
             * @description Token that proves ownership of the new address, bound to the API key that stamps the request. If absent, the address counts as unverified.
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijc1NTFhNGM3NjVlYjc3MGEifQ.eyJleHAiOjE3NjcyMjY1MDAsInB1YmxpY19rZXkiOiIwMjJiNmRmYmFhOGQ3OTg2OTA4YzcxYzc1OTM0MTNiZGUzNWE5ODU4MjgwYjE2Y2Y1OWU5MjhjMjk5MzY1NmQzYzUiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiJiOGQ0ZjZhMi0xYzkzLTRlNzUtOGYwYS1kMzZlNWM3YjlhMTQiLCJvcmdhbml6YXRpb25faWQiOiI2ZjFlN2EzYy01OGQyLTRjMGItOWE0MS0yYjdkOTBjM2U1ZjgifQ.QZYmrAT6UKUyxynmwoX1AUUh-Tr6OS2v26gP2fcDtU0oOdy_f6OuSbqVXM9OL-NzTsRGQrk_02EOyEQLItmDRg
             */
            verificationToken?: string;
        };
        /** @description The request body of ACTIVITY_TYPE_UPDATE_USER_EMAIL. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_USER_EMAIL";
        };
        /** @description The response to ACTIVITY_TYPE_UPDATE_USER_EMAIL. */
        UpdateUserEmailResponseBody: {
            activity: components["schemas"]["UpdateUserEmailActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_UPDATE_USER_EMAIL. */
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
             * @description Human-readable name of the user.
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
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                updateUserPhoneNumberIntent: components["schemas"]["UpdateUserPhoneNumberIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                updateUserPhoneNumberResult?: components["schemas"]["UpdateUserPhoneNumberResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
             * @description The new phone number, in E.164 form; the empty string removes the current one.
             * @example +15555550123
             */
            userPhoneNumber: string;
            /**
             * @description Token that proves ownership of the new number, bound to the API key that stamps the request. If absent, the number counts as unverified.
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijc1NTFhNGM3NjVlYjc3MGEifQ.eyJleHAiOjE3NjcyMjY1MDAsInB1YmxpY19rZXkiOiIwMjJiNmRmYmFhOGQ3OTg2OTA4YzcxYzc1OTM0MTNiZGUzNWE5ODU4MjgwYjE2Y2Y1OWU5MjhjMjk5MzY1NmQzYzUiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiJiOGQ0ZjZhMi0xYzkzLTRlNzUtOGYwYS1kMzZlNWM3YjlhMTQiLCJvcmdhbml6YXRpb25faWQiOiI2ZjFlN2EzYy01OGQyLTRjMGItOWE0MS0yYjdkOTBjM2U1ZjgifQ.QZYmrAT6UKUyxynmwoX1AUUh-Tr6OS2v26gP2fcDtU0oOdy_f6OuSbqVXM9OL-NzTsRGQrk_02EOyEQLItmDRg
             */
            verificationToken?: string;
        };
        /** @description The request body of ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER";
        };
        /** @description The response to ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER. */
        UpdateUserPhoneNumberResponseBody: {
            activity: components["schemas"]["UpdateUserPhoneNumberActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER. */
        UpdateUserPhoneNumberResult: {
            /**
             * @description The user that was changed.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
        };
        /** @description The request body of ACTIVITY_TYPE_UPDATE_USER. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_USER";
        };
        /** @description The response to ACTIVITY_TYPE_UPDATE_USER. */
        UpdateUserResponseBody: {
            activity: components["schemas"]["UpdateUserActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_UPDATE_USER. */
        UpdateUserResult: {
            /**
             * @description The user that was changed.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_UPDATE_USER_TAG. */
        UpdateUserTagActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                updateUserTagIntent: components["schemas"]["UpdateUserTagIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                updateUserTagResult?: components["schemas"]["UpdateUserTagResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
            /** @description The users to put the tag on; may be empty. */
            addUserIds: string[];
            /**
             * @description The new name. If absent, the name stays unchanged.
             * @example Treasurers
             */
            newUserTagName?: string;
            /** @description The users to take the tag off; may be empty. */
            removeUserIds: string[];
            /**
             * @description The tag to change.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userTagId: string;
        };
        /** @description The request body of ACTIVITY_TYPE_UPDATE_USER_TAG. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_USER_TAG";
        };
        /** @description The response to ACTIVITY_TYPE_UPDATE_USER_TAG. */
        UpdateUserTagResponseBody: {
            activity: components["schemas"]["UpdateUserTagActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_UPDATE_USER_TAG. */
        UpdateUserTagResult: {
            /**
             * @description The tag that was changed.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            userTagId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_UPDATE_WALLET. */
        UpdateWalletActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                updateWalletIntent: components["schemas"]["UpdateWalletIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                updateWalletResult?: components["schemas"]["UpdateWalletResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
             * @description The new name. If absent, the name stays unchanged.
             * @example Treasury
             */
            walletName?: string;
        };
        /** @description The request body of ACTIVITY_TYPE_UPDATE_WALLET. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_WALLET";
        };
        /** @description The response to ACTIVITY_TYPE_UPDATE_WALLET. */
        UpdateWalletResponseBody: {
            activity: components["schemas"]["UpdateWalletActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_UPDATE_WALLET. */
        UpdateWalletResult: {
            /**
             * @description The wallet that was changed.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            walletId: string;
        };
        /** @description An activity of type ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT. */
        UpdateWebhookEndpointActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                updateWebhookEndpointIntent: components["schemas"]["UpdateWebhookEndpointIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                updateWebhookEndpointResult?: components["schemas"]["UpdateWebhookEndpointResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
             * @description Human-readable name of the endpoint.
             * @example Back office
             */
            name?: string;
            /**
             * @description Where events are sent, with POST: an https URL of at most 2,048 characters, without credentials and without a fragment, whose host is on the public Internet.
             * @example https://app.example.com/webhooks/mintmark
             */
            url?: string;
        };
        /** @description The request body of ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT";
        };
        /** @description The response to ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT. */
        UpdateWebhookEndpointResponseBody: {
            activity: components["schemas"]["UpdateWebhookEndpointActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT. */
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
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                upsertSwapConfigIntent: components["schemas"]["UpsertSwapConfigIntent"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                upsertSwapConfigResult?: components["schemas"]["UpsertSwapConfigResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
             * @description Address that receives swap fees: that of a wallet account or a private key of the organization itself.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            feeReceiverWalletAddress?: string;
            /**
             * @description Client fee in basis points, from 0 to 500, when both assets are stablecoins. If absent, feeBps applies. Only the top service tier may set it.
             * @example 30
             */
            stableFeeBps?: string;
        };
        /** @description The request body of ACTIVITY_TYPE_UPSERT_SWAP_CONFIG. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_UPSERT_SWAP_CONFIG";
        };
        /** @description The response to ACTIVITY_TYPE_UPSERT_SWAP_CONFIG. */
        UpsertSwapConfigResponseBody: {
            activity: components["schemas"]["UpsertSwapConfigActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_UPSERT_SWAP_CONFIG. */
        UpsertSwapConfigResult: {
            /**
             * @description Client fee in basis points, from 0 to 500, for every pair that stableFeeBps does not cover.
             * @example 30
             */
            feeBps?: string;
            /**
             * @description Address that receives swap fees: that of a wallet account or a private key of the organization itself.
             * @example 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
             */
            feeReceiverWalletAddress?: string;
            /**
             * @description Client fee in basis points, from 0 to 500, when both assets are stablecoins. If absent, feeBps applies. Only the top service tier may set it.
             * @example 30
             */
            stableFeeBps?: string;
        };
        /** @description A user of an organization, with its credentials. */
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
             * @description Human-readable name of the user.
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
            /** @description API keys of the user; may be empty. */
            apiKeys: components["schemas"]["ApiKeyParams"][];
            /** @description Passkeys of the user; may be empty. */
            authenticators: components["schemas"]["AuthenticatorParams"][];
            /** @description Linked OpenID Connect identities of the user; may be empty. */
            oauthProviders: components["schemas"]["OauthProviderParams"][];
            /**
             * @description E-mail address of the user.
             * @example ada@example.com
             */
            userEmail?: string;
            /**
             * @description Human-readable name of the user.
             * @example Ada Lovelace
             */
            userName: string;
            /**
             * @description Phone number of the user, in E.164 form.
             * @example +15555550123
             */
            userPhoneNumber?: string;
            /** @description Tags of the user, by ID; may be empty. */
            userTags: string[];
        };
        /** @description An activity of type ACTIVITY_TYPE_VERIFY_OTP_V2. */
        VerifyOtpActivity: {
            /** @description Proofs of what was done, if the request asked for them. */
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
            /** @description The submitted parameters, without ignored members. */
            intent: {
                verifyOtpIntentV2: components["schemas"]["VerifyOtpIntentV2"];
            };
            /**
             * @description The organization that the activity runs in.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The result; empty until the activity is completed. */
            result: {
                verifyOtpResult?: components["schemas"]["VerifyOtpResult"];
            };
            status: components["schemas"]["ActivityStatus"];
            /**
             * @description The activity type, with its version.
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
            /** @description The code and the public key of the client, encrypted to the target key from init_otp. */
            encryptedOtpBundle: string;
            /**
             * @description Lifetime of the token in seconds, at most 86400. Defaults to 3600 (one hour).
             * @example 3600
             */
            expirationSeconds?: string;
            /**
             * @description The passcode.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            otpId: string;
        };
        /** @description The request body of ACTIVITY_TYPE_VERIFY_OTP_V2. */
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
             * @description When the request was created, in milliseconds since the epoch; used to check that the request is fresh.
             * @example 1767225600000
             */
            timestampMs: string;
            /**
             * @description The activity type of this endpoint.
             * @enum {string}
             */
            type: "ACTIVITY_TYPE_VERIFY_OTP_V2";
        };
        /** @description The response to ACTIVITY_TYPE_VERIFY_OTP_V2. */
        VerifyOtpResponseBody: {
            activity: components["schemas"]["VerifyOtpActivity"];
        };
        /** @description The result of a completed ACTIVITY_TYPE_VERIFY_OTP_V2. */
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
         * @description Whether a vote approves or rejects.
         * @enum {string}
         */
        VoteSelection: "VOTE_SELECTION_APPROVED" | "VOTE_SELECTION_REJECTED";
        /** @description A wallet. Its seed phrase never leaves the service in the clear. */
        Wallet: {
            createdAt: components["schemas"]["UnixTimestamp"];
            /** @description Whether the seed phrase was ever exported. */
            exported: boolean;
            /** @description Whether the wallet was imported. */
            imported: boolean;
            updatedAt: components["schemas"]["UnixTimestamp"];
            /**
             * @description The wallet.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            walletId: string;
            /**
             * @description Human-readable name of the wallet.
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
             * @description CAIP-2 namespace of the chains that use the address, if there is one.
             * @example eip155
             */
            caip2Prefix?: string;
            createdAt: components["schemas"]["UnixTimestamp"];
            curve: components["schemas"]["Curve"];
            /**
             * @description Human-readable name of the account.
             * @example Savings
             */
            name?: string;
            /**
             * @description The organization that owns the wallet.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /**
             * @description Derivation path of the account, as submitted.
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
        /** @description An account to derive in a wallet. Each index of the path is below 2147483648. The address format supports the curve. */
        WalletAccountParams: {
            addressFormat: components["schemas"]["AddressFormat"];
            curve: components["schemas"]["Curve"];
            /**
             * @description Human-readable name of the account.
             * @example Savings
             */
            name?: string;
            /**
             * @description Derivation path of the account.
             * @example m/44'/60'/0'/0/0
             */
            path: string;
            pathFormat: components["schemas"]["PathFormat"];
        };
        /** @description A wallet to create from a new seed phrase. The paths of all accounts together have at most 10,000 segments. No two accounts have the same path and address format. */
        WalletParams: {
            /** @description Accounts to derive; may be empty. */
            accounts: components["schemas"]["WalletAccountParams"][];
            /**
             * @description Number of words in the seed phrase. Defaults to 12.
             * @example 12
             * @enum {integer}
             */
            mnemonicLength?: 12 | 15 | 18 | 21 | 24;
            /**
             * @description Human-readable name of the wallet.
             * @example Treasury
             */
            walletName: string;
        };
        /** @description A wallet that was created. */
        WalletResult: {
            /** @description Addresses of the accounts, in the order of the request. */
            addresses: string[];
            /**
             * @description The wallet.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            walletId: string;
        };
        /** @description The delivery of an event to an endpoint, without the contents of the event. createdAt is when the event happened, lastAttemptAt when the last attempt ended, and nextAttemptAt when the next one is due; nextAttemptAt is absent unless the delivery is WAITING. */
        WebhookDelivery: {
            /**
             * @description Number of attempts so far.
             * @example 1
             */
            attempts: number;
            createdAt: components["schemas"]["UnixTimestamp"];
            errorCode?: components["schemas"]["WebhookDeliveryError"];
            /**
             * @description The event, as in the first part of the webhook-id header.
             * @example 0199c3a4-7e51-7b26-9d0c-4a8f3b1e6d73
             */
            eventId: string;
            eventType: components["schemas"]["WebhookEventType"];
            /**
             * @description HTTP status of the response to the last attempt, if there was one.
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
         * @description Why an attempt failed. REFUSED: the receiver responded with a status outside 200 to 299. UNREACHABLE: there was no connection. TIMEOUT: the receiver did not respond in time. FAILED: anything else, such as a host that is not on the public Internet. INTERRUPTED: the service process ended during every attempt.
         * @enum {string}
         */
        WebhookDeliveryError: "REFUSED" | "UNREACHABLE" | "TIMEOUT" | "FAILED" | "INTERRUPTED";
        /**
         * @description The state of a delivery. DELIVERED: the receiver accepted the event. WAITING: the last attempt failed, and another one will follow. FAILED: the service gave up.
         * @enum {string}
         */
        WebhookDeliveryState: "DELIVERED" | "WAITING" | "FAILED";
        /** @description An endpoint that receives the events of an organization. */
        WebhookEndpointData: {
            /**
             * @description The endpoint. The webhook-id header of each event that it receives ends with this ID.
             * @example b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14
             */
            endpointId: string;
            /** @description Whether events are delivered. The service sets it to false when all deliveries have failed for five days; update_webhook_endpoint sets it back to true. */
            isActive: boolean;
            /**
             * @description Human-readable name of the endpoint.
             * @example Back office
             */
            name: string;
            /**
             * @description The organization that has the endpoint.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
            /** @description The events that the endpoint receives. */
            subscriptions?: components["schemas"]["WebhookSubscription"][];
            /**
             * @description Where events are sent, with POST: an https URL of at most 2,048 characters, without credentials and without a fragment, whose host is on the public Internet.
             * @example https://app.example.com/webhooks/mintmark
             */
            url: string;
        };
        /**
         * @description The type of an event. ACTIVITY_UPDATES: an activity of the organization or of one of its sub-organizations completed, failed, was rejected, or needs votes. The other types are about transactions that the service sent and about on-chain balances; only a parent organization receives them, for itself and its sub-organizations.
         * @enum {string}
         */
        WebhookEventType: "ACTIVITY_UPDATES" | "BALANCE_CONFIRMED_UPDATES" | "BALANCE_FINALIZED_UPDATES" | "SEND_TRANSACTION_STATUS_UPDATES";
        /** @description An event type that an endpoint receives. */
        WebhookSubscription: {
            eventType: components["schemas"]["WebhookEventType"];
            /**
             * @description Not supported: leave it out or empty.
             * @example
             */
            filtersJson?: string;
            /** @description Whether events of this type are delivered. Defaults to true. */
            isActive?: boolean;
        };
        /** @description An event type that an endpoint receives. */
        WebhookSubscriptionParams: {
            eventType: components["schemas"]["WebhookEventType"];
            /**
             * @description Not supported: leave it out or empty.
             * @example
             */
            filtersJson?: string;
            /** @description Whether events of this type are delivered. Defaults to true. */
            isActive?: boolean;
        };
        /** @description The request body of whoami. */
        WhoamiRequest: {
            /**
             * @description The organization of the caller. A passkey user who does not know the sub-organization may send the ID of its parent; the ID of the sub-organization is faster.
             * @example 6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8
             */
            organizationId: string;
        };
        /** @description The response to whoami. */
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
        /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
        ActivityError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The caller could not be authenticated. */
        ActivityError401: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The caller is not authorized to do this. */
        ActivityError403: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description A resource that the request names does not exist. */
        ActivityError404: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
        ActivityError409: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The request body is too large. */
        ActivityError413: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description A rate limit or a quota was exceeded. */
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
        /** @description Internal error. */
        ActivityError500: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description This server does not implement the operation. */
        ActivityError501: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The service, or a system that it depends on, is temporarily unavailable. */
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
        /** @description The caller could not be authenticated. */
        ProxyError401: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The caller is not authorized to do this. */
        ProxyError403: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description A resource that the request names does not exist. */
        ProxyError404: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
        ProxyError409: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The request body is too large. */
        ProxyError413: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description A rate limit or a quota was exceeded. */
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
        /** @description Internal error. */
        ProxyError500: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description This server does not implement the operation. */
        ProxyError501: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The service, or a system that it depends on, is temporarily unavailable. */
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
        /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
        QueryError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The caller could not be authenticated. */
        QueryError401: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The caller is not authorized to do this. */
        QueryError403: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description A resource that the request names does not exist. */
        QueryError404: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
        QueryError409: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The request body is too large. */
        QueryError413: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description A rate limit or a quota was exceeded. */
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
        /** @description Internal error. */
        QueryError500: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description This server does not implement the operation. */
        QueryError501: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The service, or a system that it depends on, is temporarily unavailable. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunActivityResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description A rate limit or a quota was exceeded. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetAuthProxyConfigResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetWalletAccountResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListActivitiesResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListActivityValuesResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListEarnVaultsResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListEthTransactionHistoryResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description The request was accepted. */
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
            /** @description The request was accepted. */
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
            /** @description The request was accepted. */
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
            /** @description The request was accepted. */
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
            /** @description The request was accepted. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListSuborgsResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description The request was accepted. */
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
            /** @description The request was accepted. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListVerifiedSuborgsResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListWalletAccountsResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListWebhookDeliveriesResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
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
            /** @description The request was accepted. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApproveActivityResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimSwapFeesResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description The caller is not authorized to do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateApiKeysResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description A rate limit or a quota was exceeded. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateAuthenticatorsResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description A rate limit or a quota was exceeded. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateOauthProvidersResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description A rate limit or a quota was exceeded. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateOauth2CredentialResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description The caller is not authorized to do this. */
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
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description A rate limit or a quota was exceeded. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatePoliciesResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description A rate limit or a quota was exceeded. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatePolicyResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description A rate limit or a quota was exceeded. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description A rate limit or a quota was exceeded. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatePrivateKeysResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description A rate limit or a quota was exceeded. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateReadWriteSessionResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description The caller is not authorized to do this. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateSessionProfileResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description The caller is not authorized to do this. */
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
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description A rate limit or a quota was exceeded. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateSmartContractInterfaceResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description A rate limit or a quota was exceeded. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateSubOrganizationResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description The caller is not authorized to do this. */
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
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description A rate limit or a quota was exceeded. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateUserTagResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description A rate limit or a quota was exceeded. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateUsersResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description A rate limit or a quota was exceeded. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateWalletResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description A rate limit or a quota was exceeded. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateWalletAccountsResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description A rate limit or a quota was exceeded. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateWebhookEndpointResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description The caller is not authorized to do this. */
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
            /** @description A rate limit or a quota was exceeded. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteApiKeysResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteAuthenticatorsResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteOauthProvidersResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletePrivateKeysResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteSubOrganizationResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description The caller is not authorized to do this. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteUsersResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteWalletAccountsResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description A rate limit or a quota was exceeded. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteWalletsResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description A rate limit or a quota was exceeded. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DisableAuthProxyResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description The caller is not authorized to do this. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EarnDeployWrapperResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description The caller is not authorized to do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A resource that the request names does not exist. */
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
            /** @description A rate limit or a quota was exceeded. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EarnDepositResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description A rate limit or a quota was exceeded. */
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
            /** @description The request was accepted. */
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
            /** @description The caller is not authorized to do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EarnWithdrawResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description A rate limit or a quota was exceeded. */
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
            /** @description The request was accepted. */
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
            /** @description The caller is not authorized to do this. */
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
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description A rate limit or a quota was exceeded. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EthSendTransactionResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description A rate limit or a quota was exceeded. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportPrivateKeyResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportWalletResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportWalletAccountResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportPrivateKeyResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description A rate limit or a quota was exceeded. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportWalletResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description A rate limit or a quota was exceeded. */
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
            /** @description The request was accepted. */
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
            /** @description The request was accepted. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitOtpResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description The caller is not authorized to do this. */
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
            /** @description A rate limit or a quota was exceeded. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthLoginResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description The caller is not authorized to do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A resource that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Oauth2AuthenticateResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description This server does not implement the operation. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OtpLoginResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description The caller is not authorized to do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A resource that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RejectActivityResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveOrganizationFeatureResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetOrganizationFeatureResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignRawPayloadResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignRawPayloadsResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignTransactionResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StampLoginResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description The caller is not authorized to do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A resource that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateAuthProxyConfigResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description The caller is not authorized to do this. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateOauth2CredentialResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatePolicyResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateRootQuorumResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateUserResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateUserEmailResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateUserPhoneNumberResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateUserTagResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description The request was accepted. */
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
            /** @description A resource that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateWebhookEndpointResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description A resource that the request names does not exist. */
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
            /** @description The request was accepted. */
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
            /** @description The caller is not authorized to do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A resource that the request names does not exist. */
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
            /** @description A rate limit or a quota was exceeded. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyOtpResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The caller could not be authenticated. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The caller is not authorized to do this. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProxyOauthLoginResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The caller could not be authenticated. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The caller is not authorized to do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A resource that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProxyOauth2AuthenticateResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description The caller is not authorized to do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A resource that the request names does not exist. */
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
            /** @description This server does not implement the operation. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OtpInitV2ResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The caller could not be authenticated. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The caller is not authorized to do this. */
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
            /** @description A rate limit or a quota was exceeded. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OtpLoginV2ResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The caller could not be authenticated. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description The caller is not authorized to do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A resource that the request names does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OtpVerifyV2ResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description The request was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignupV2ResponseBody"];
                };
            };
            /** @description The request is invalid, or the current state of the organization does not allow it. Nothing was changed. */
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
            /** @description The caller is not authorized to do this. */
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
            /** @description A value that must be unique is already in use, or another request changed the same data concurrently. */
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
            /** @description A rate limit or a quota was exceeded. */
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
