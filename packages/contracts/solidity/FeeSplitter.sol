// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {EarnWrapper} from "./EarnWrapper.sol";

/**
 * Holds the fee shares of one wrapper, and pays them out in assets: a fixed part to the client's wallet, the rest to the
 * service's. Anybody may release either part. They are released separately, so that a wallet that cannot receive the asset does not
 * block the other one.
 */
contract FeeSplitter {
    using Math for uint256;

    struct Party {
        address wallet;
        uint256 feeBps;
        uint256 releasedShares;
    }

    EarnWrapper public immutable wrapper;
    Party public client;
    Party public service;

    event Released(address indexed wallet, uint256 shares, uint256 assets);

    error MissingWallet();

    constructor(address clientWallet, uint256 clientFeeBps, address serviceWallet, uint256 serviceFeeBps) {
        if (clientWallet == address(0) && clientFeeBps > 0) revert MissingWallet();
        if (serviceWallet == address(0) && serviceFeeBps > 0) revert MissingWallet();
        wrapper = EarnWrapper(msg.sender);
        client = Party(clientWallet, clientFeeBps, 0);
        service = Party(serviceWallet, serviceFeeBps, 0);
    }

    /// The client's fee that `releaseClientFee` pays out now.
    function claimableClientFee() external view returns (uint256) {
        return _claimable(client);
    }

    /// The service's fee that `releaseServiceFee` pays out now.
    function claimableServiceFee() external view returns (uint256) {
        return _claimable(service);
    }

    function releaseClientFee() external returns (uint256) {
        return _release(client);
    }

    function releaseServiceFee() external returns (uint256) {
        return _release(service);
    }

    function _release(Party storage party) private returns (uint256 assets) {
        wrapper.accrueFees();
        uint256 shares = Math.min(_due(party, 0), wrapper.maxRedeem(address(this)));
        if (shares == 0) return 0;
        party.releasedShares += shares;
        assets = wrapper.redeem(shares, party.wallet, address(this));
        emit Released(party.wallet, shares, assets);
    }

    /// Limited by what the vault can pay out now.
    function _claimable(Party storage party) private view returns (uint256) {
        uint256 assets = wrapper.previewRedeem(_due(party, wrapper.pendingFeeShares()));
        return Math.min(assets, wrapper.vault().maxWithdraw(address(wrapper)));
    }

    /// The part of all shares that ever arrived, without those that were released before.
    function _due(Party storage party, uint256 pending) private view returns (uint256) {
        uint256 feeBps = client.feeBps + service.feeBps;
        if (feeBps == 0) return 0;
        uint256 arrived =
            wrapper.balanceOf(address(this)) + client.releasedShares + service.releasedShares + pending;
        return arrived.mulDiv(party.feeBps, feeBps) - party.releasedShares;
    }
}
