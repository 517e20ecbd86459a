// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC20, IERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";

/// The vault of OpenZeppelin, with a limit for withdrawals. Assets that it is given are yield; assets burned from it are a loss.
contract TestVault is ERC4626 {
    uint8 private immutable _offset;
    uint256 public liquidity = type(uint256).max;

    constructor(
        IERC20 asset_,
        string memory name,
        string memory symbol,
        uint8 offset
    ) ERC20(name, symbol) ERC4626(asset_) {
        _offset = offset;
    }

    function setLiquidity(uint256 assets) external {
        liquidity = assets;
    }

    function maxRedeem(address owner) public view override returns (uint256) {
        uint256 balance = balanceOf(owner);
        return previewRedeem(balance) <= liquidity ? balance : convertToShares(liquidity);
    }

    function _decimalsOffset() internal view override returns (uint8) {
        return _offset;
    }
}
